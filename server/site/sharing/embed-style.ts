/** For the embedded player. The stage is dark in both themes, as on the video's page. */
export const embedStyle = (accent: string): string => `
:root{--accent:${accent};color-scheme:dark}
*{box-sizing:border-box}
html,body{height:100%;margin:0;background:#120d0a;overflow:hidden}
body{font:500 14px/1.4 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#f8f5ef}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
main{position:relative;height:100%;overflow:hidden;isolation:isolate}
.backdrop{position:absolute;inset:0;z-index:-1;width:100%;height:100%;object-fit:cover;transform:scale(1.25);filter:blur(36px);opacity:.4}
video{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
header{position:absolute;inset-block-start:0;inset-inline:0;padding:12px 16px 40px;background:linear-gradient(#000b,#0000);pointer-events:none;transition:opacity .16s}
header a{pointer-events:auto;width:fit-content;max-width:100%;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;font-size:16px;font-weight:650;overflow-wrap:anywhere;text-shadow:0 1px 2px #0008}
header p{margin:2px 0 0;opacity:.85;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
button{all:unset;box-sizing:border-box;cursor:pointer;display:grid;place-items:center;-webkit-tap-highlight-color:transparent}
svg{display:block;width:24px;height:24px;fill:currentColor}
.start{position:absolute;inset:0;margin:auto;width:72px;height:72px;border-radius:50%;background:var(--accent);color:#20120a;box-shadow:0 4px 20px #0007;transition:transform .16s}
.start:hover{transform:scale(1.06)}
.start svg{width:36px;height:36px}
.length{position:absolute;inset-block-end:14px;inset-inline-end:16px;padding:2px 8px;border-radius:999px;background:#0009;font-variant-numeric:tabular-nums}
.brand{position:absolute;inset-block-end:14px;inset-inline-start:16px;display:flex;align-items:center;gap:8px;font-weight:650;text-shadow:0 1px 2px #000a}
.brand img,.brand svg{width:auto;height:20px;fill:none}
[data-state] .start,[data-state] .length,[data-state] .brand{display:none}
.bar{position:absolute;inset-block-end:0;inset-inline:0;display:grid;grid-template-columns:auto 1fr auto auto auto auto auto;align-items:center;gap:2px;padding:36px 8px 6px;background:linear-gradient(#0000,#000c);transition:opacity .16s}
.bar button,.bar>a{width:40px;height:40px;border-radius:8px;display:grid;place-items:center}
.bar button:hover,.bar>a:hover{background:#fff2;text-decoration:none}
.bar button[aria-pressed=true]{color:var(--accent)}
.bar [hidden]{display:none}
.time{padding-inline:8px;white-space:nowrap;font-variant-numeric:tabular-nums;direction:ltr}
.seek{width:100%;min-width:0;height:40px;margin:0;cursor:pointer;accent-color:var(--accent);direction:ltr}
.bar img,.bar .logo{width:auto;height:18px;max-width:36px;object-fit:contain;fill:none}
[data-idle]{cursor:none}
[data-idle] header,[data-idle] .bar{opacity:0}
.bar:focus-within{opacity:1!important}
.kind{display:grid;place-content:center;justify-items:center;gap:12px;padding:24px;text-align:center}
.kind h1{margin:0;font-size:18px}
.kind p{margin:0;max-width:36ch;color:#cfc6ba}
.kind a.go{margin-block-start:4px;padding:10px 18px;border-radius:8px;background:var(--accent);color:#20120a;font-weight:650}
.kind .logo{width:auto;height:28px;fill:none}
@media (max-width:420px),(max-height:220px){.time,.bar .mute{display:none}.start{width:56px;height:56px}header p{display:none}header a{-webkit-line-clamp:1;font-size:14px}}
@media (max-height:220px){.kind{gap:8px;padding:12px}.kind h1{font-size:16px}.kind p,.kind .logo{display:none}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.start,.kind a.go{border:2px solid}}
`;
