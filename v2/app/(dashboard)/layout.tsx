import { cookies, headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FocusNet } from '@/components/frame/focus-net'
import { HoldClicks } from '@/components/frame/hold-clicks'
import { PageReady } from '@/components/frame/page-ready'
import { Progress } from '@/components/frame/progress'
import { Providers } from '@/components/frame/providers'
import { Sidebar } from '@/components/frame/sidebar'
import { SIDEBAR_COOKIE, sidebarWidth } from '@/components/frame/sidebar-width'
import { TabBar } from '@/components/frame/tab-bar'
import { textsFile } from '@/components/i18n/texts'
import { SingleKeys } from '@/components/keys/single-keys'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { PaletteHost } from '@/components/palette/host'
import { storesUsedLast } from '@/lib/store/places'

/** Stores of the sidebar. */
const SHOWN = 8

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('Frame')
  const locale = await getLocale()
  const texts = `/texts/${textsFile(locale).name}`
  const sent = await headers()
  const nonce = /'nonce-([^']+)'/.exec(sent.get('content-security-policy') ?? '')?.[1]
  const hasCommandKey = /Mac OS X|Macintosh/.test(sent.get('user-agent') ?? '')
  const width = sidebarWidth((await cookies()).get(SIDEBAR_COOKIE)?.value)
  // With the database away the page in the frame says why.
  const stores = await storesUsedLast(SHOWN).catch(() => ({ stores: [] }))
  return (
    <>
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
        <div className="shell" data-sidebar={width}>
          <Sidebar stores={stores} />
          <main id="main" tabIndex={-1} className="min-w-0 outline-none">
            {children}
          </main>
          <TabBar />
        </div>
        <Progress />
        <ConnectionNotice />
        <PaletteHost />
        <FocusNet />
        <PageReady />
      </Providers>
    </>
  )
}
