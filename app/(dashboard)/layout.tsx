import { cookies, headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { HoldClicks } from '@/components/frame/hold-clicks'
import { keptIn } from '@/components/frame/kept'
import { FrameFactsProvider } from '@/components/frame/facts'
import { Sidebar, TabBar } from '@/components/frame/navigation'
import { PageReady } from '@/components/frame/page-ready'
import { Providers } from '@/components/frame/providers'
import { textsFile } from '@/components/i18n/texts'
import { SingleKeys } from '@/components/keys/page-key'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { PaletteHost } from '@/components/palette/host'
import { buildName } from '@/lib/build'
import { countToReview } from '@/lib/review/to-review'
import { countLive } from '@/lib/sessions/written'
import { storesUsedLast } from '@/lib/store/places'
import { inter, mono } from '../fonts'
import '../globals.css'

/** Stores of the sidebar. */
const SHOWN = 8

/** The frame of every page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('Frame')
  const locale = await getLocale()
  const texts = `/texts/${textsFile(locale).name}`
  const sent = await headers()
  const nonce = /'nonce-([^']+)'/.exec(sent.get('content-security-policy') ?? '')?.[1]
  const hasCommandKey = /Mac OS X|Macintosh/.test(sent.get('user-agent') ?? '')
  const { theme, hasSingleKeys, sidebar } = keptIn(await cookies())
  // With the database away the page in the frame says why.
  const [stores, live, review] = await Promise.all([
    storesUsedLast(SHOWN).catch(() => []),
    countLive().catch(() => 0),
    countToReview().catch(() => ({ memories: 0, held: 0 })),
  ])
  return (
    <html
      lang={locale}
      // A memory that a browser translated would be read as what stands there.
      translate="no"
      data-theme={theme === 'system' ? undefined : theme}
      data-single-keys={hasSingleKeys ? undefined : 'off'}
      data-build={buildName()}
      className={`${inter.variable} ${mono.variable}`}
      // Scripts add `data-ready`.
      suppressHydrationWarning
    >
      <body>
        <meta name="description" content={t('description')} />
        <script async nonce={nonce} src={texts} />
        <Providers locale={locale} texts={texts} hasCommandKey={hasCommandKey}>
          <HoldClicks nonce={nonce} />
          <SingleKeys />
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-raised focus:p-2 focus:shadow-e-2"
          >
            {t('skip')}
          </a>
          <FrameFactsProvider initial={{ stores, live, review }}>
            <div className="shell" data-sidebar={sidebar}>
              <Sidebar />
              <main id="main" tabIndex={-1} className="min-w-0 outline-none">
                <noscript className="block p-2">{t('noScript')}</noscript>
                {children}
              </main>
              <TabBar />
            </div>
          </FrameFactsProvider>
          <ConnectionNotice />
          <PaletteHost />
          <PageReady />
        </Providers>
      </body>
    </html>
  )
}
