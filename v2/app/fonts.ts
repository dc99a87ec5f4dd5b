import localFont from 'next/font/local'

// Asked for with the page, not once its styles are known: so the first text has its letters, and
// nothing moves when they come. How the files were made: app/fonts/README.md.

export const inter = localFont({
  src: './fonts/inter.woff2',
  weight: '400 650',
  display: 'swap',
  adjustFontFallback: false,
  declarations: [{ prop: 'font-family', value: "'Inter Variable'" }],
  variable: '--font-inter',
})

export const mono = localFont({
  src: './fonts/jetbrains-mono.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  declarations: [{ prop: 'font-family', value: "'JetBrains Mono Variable'" }],
  variable: '--font-mono-file',
})
