import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PROJECT } from '#server/testing/process.ts';
import { findMirror } from './apt.ts';

// a Debian is unpacked first, and taken away at the end
vi.setConfig({ hookTimeout: 900_000 });

/**
 * Runs the lines of docs/public-site.md, in order, on an empty Debian with systemd. What such a machine lacks
 * is simulated: Caddy is the certificate authority for certbot, and a second Debian folder the second disk.
 */
const NAME = 'clips.example.org';
const PAGE = readFileSync(path.join(PROJECT, 'docs/public-site.md'), 'utf8');
const blocks = [...PAGE.matchAll(/^```sh(?: (\w+))?\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));
const linesOf = (kind: string) =>
  blocks
    .filter((block) => block.kind === kind)
    .map(({ text }) => text)
    .join('');

let folder: string;
const inRoot = (name: string) => path.join(folder, 'root', name);

function write(name: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(inRoot(name)), { recursive: true });
  writeFileSync(inRoot(name), text);
  chmodSync(inRoot(name), mode);
}

const AUTHORITY = `{
	admin off
	http_port 4480
	https_port 4443
	auto_https disable_redirects
	skip_install_trust
}
https://localhost:4443 {
	tls internal
	acme_server
}
`;
/**
 * The extra certificate authorities that this machine trusts, if it is behind an intercepting proxy: Debian's
 * own list is rebuilt in the root.
 */
const trusted = process.env['NODE_EXTRA_CA_CERTS'];
const TRUSTED = '/etc/trusted.crt';
const UNIT = `[Unit]
After=multi-user.target
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
StandardOutput=file:/root/page.log
StandardError=inherit
Environment=HOME=/root DEBIAN_FRONTEND=noninteractive${trusted ? ` NODE_EXTRA_CA_CERTS=${TRUSTED} npm_config_cafile=${TRUSTED}` : ''}
ExecStart=/bin/bash -eu -o pipefail /root/page.sh
[Install]
WantedBy=multi-user.target
`;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'lll-public-site-'));
  const base = process.env['PUBLIC_SITE_ROOT'];
  if (base) execFileSync('cp', ['-a', base, inRoot('')]);
  else
    execFileSync(
      'debootstrap',
      [
        '--variant=minbase',
        '--include=systemd,systemd-sysv,dbus',
        'bookworm',
        inRoot(''),
        findMirror('bookworm'),
      ],
      { stdio: 'inherit' },
    );
  // this machine's way to the packages
  for (const name of [
    '/etc/apt/apt.conf.d',
    '/etc/npmrc',
    '/root/.npmrc',
    '/etc/ssl/certs',
    '/etc/resolv.conf',
  ])
    if (existsSync(name)) cpSync(name, inRoot(name), { recursive: true, dereference: true });
  if (trusted) cpSync(trusted, inRoot(TRUSTED), { dereference: true });
  cpSync(execFileSync('which', ['caddy'], { encoding: 'utf8' }).trim(), inRoot('root/caddy'));
  write('etc/hosts', `127.0.0.1 localhost ${NAME}\n`);
  write('etc/gitconfig', '[safe]\n\tdirectory = *\n');
  write('root/authority', AUTHORITY);
  write(
    'root/.config/letsencrypt/cli.ini',
    'server = https://localhost:4443/acme/local/directory\nno-verify-ssl = true\n',
  );
  execFileSync('git', ['clone', '-q', '--bare', PROJECT, inRoot('srv/lll.git')]);
  execFileSync('git', ['-C', inRoot('srv/lll.git'), 'tag', '-f', 'v0.3.0', 'HEAD']);
  write('etc/systemd/system/page.service', UNIT);
  execFileSync('systemctl', ['--root', inRoot(''), 'enable', '-q', 'page.service']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CHECKS = `
echo "== the site by https"
curl -fsS --cacert "$authority" "https://$NAME/api/videos" > /dev/null
curl -fsS --cacert "$authority" "https://$NAME/" | grep -o '<link rel="canonical"[^>]*>'
curl -s -o /dev/null -w '%{http_code} %{redirect_url}\\n' "http://$NAME/videos"
openssl s_client -connect "$NAME:443" -CAfile "$authority" -verify_return_error < /dev/null | grep 'Verify return code'
`;

test('the documented commands turn a bare Debian into a site with HTTPS and a verified backup', async () => {
  const lines = linesOf('')
    .replace(/^REPOSITORY=.*$/m, 'REPOSITORY=file:///srv/lll.git')
    .replace(/^SMTP_URL=.*$/m, 'NODE_OPTIONS=--use-openssl-ca\nSSL_CERT_FILE=/etc/authority.crt');
  expect(lines.split('\n').length).toBeGreaterThan(30);
  const script = `set -x
trap 'journalctl -u lll --no-pager -n 60' ERR
XDG_DATA_HOME=/root/ca /root/caddy run --adapter caddyfile --config /root/authority &
authority=/etc/authority.crt
until install -m 644 /root/ca/caddy/pki/authorities/local/root.crt "$authority"; do sleep 1; done
${lines}
apt-get install -y --no-install-recommends curl
${CHECKS}
echo "== upgraded"
${linesOf('upgrade')}
until curl -fsS --cacert "$authority" "https://$NAME/api/health/ping"; do sleep 1; done
echo "== Caddy"
systemctl stop nginx
${linesOf('caddy')}
sleep 2
curl -s -o /dev/null -w '%{http_code} %{redirect_url}\\n' "http://$NAME/shop"
echo "== done"
`;
  write('root/page.sh', script);
  const child = spawn('systemd-nspawn', ['--register=no', '--keep-unit', '-q', '-D', inRoot(''), '-b'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  const output = readFileSync(inRoot('root/page.log'), 'utf8');
  appendFileSync(path.join(os.tmpdir(), 'lll-public-site.log'), output);
  expect(output.slice(-3000)).toContain('\n== done\n');
  expect(output).toMatch(/^ok +Database/m);
  expect(output).toMatch(/^ok +Encoding/m);
  expect(output).toMatch(/^Password: \S+|Password: \S+$/m);
  expect(output).toContain(`<link rel="canonical" href="https://${NAME}/">`);
  expect(output).toContain(`301 https://${NAME}/videos\n`);
  expect(output).toContain('Verify return code: 0 (ok)');
  expect(output).toMatch(/lll-[\d-]+T[\d-]+Z/);
  expect(output).toContain(`308 https://${NAME}/shop\n`);
}, 1_500_000);
