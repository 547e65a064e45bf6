import { registerHooks } from 'node:module';
import { transformSync } from '@babel/core';
import { getConfig } from '@lingui/conf';
import { i18n } from '@lingui/core';

/** Node.js reads the pages' sources itself: what Vite makes of their texts is made here, for tests of what is no component. */
let linguiConfig: ReturnType<typeof getConfig> | undefined;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!/\/web\/.*\.ts$/.test(url) || !loaded.source) return loaded;
    const source = loaded.source.toString();
    if (!source.includes("from '@lingui/core/macro'")) return loaded;
    linguiConfig ??= getConfig();
    const transformed = transformSync(source, {
      configFile: false,
      babelrc: false,
      retainLines: true,
      parserOpts: { plugins: ['typescript'] },
      plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message', linguiConfig }]],
    });
    return { ...loaded, source: transformed?.code ?? source };
  },
});

i18n.loadAndActivate({ locale: 'en', messages: {} });
