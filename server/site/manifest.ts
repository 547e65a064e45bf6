const icons = ['any', 'maskable'].flatMap((purpose) =>
  [192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })),
);

/** What a phone needs to put the site on its home screen (W3C Web Application Manifest). */
export function webManifest(name: string, description: string, accent: string | null = null): object {
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fcf9f5',
    theme_color: accent ?? '#f4791f',
    icons: [...icons, { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
    shortcuts: [
      { name: 'All videos', url: '/videos' },
      { name: 'Community', url: '/community' },
      { name: 'Shop', url: '/shop' },
    ],
  };
}
