import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { frameListsOrNone } from '@/components/frame/read-frame-lists'
import { TabBar } from '@/components/frame/section-links'
import { Sidebar } from '@/components/frame/sidebar'
import { SIDEBAR_COOKIE, sidebarWidth } from '@/components/frame/sidebar-width'
import { requestLocale, texts } from '@/components/i18n/server-texts'
import { UnreachableNotice } from '@/components/live/unreachable-notice'
import { PaletteHost } from '@/components/palette/palette-host'
import { FocusNet } from '@/components/ui/focus-net'
import { hasCommandKey } from '@/components/ui/has-command-key'
import { HarmlessDrops } from '@/components/ui/harmless-drops'
import { HoldClicks } from '@/components/ui/hold-clicks'
import { NavigationProgress } from '@/components/ui/navigation-progress'
import { PageReady } from '@/components/ui/page-ready'
import { Providers } from '@/components/ui/providers'
import { SingleKeys } from '@/components/ui/single-keys'
import { UnfoldInvalid } from '@/components/ui/unfold-invalid'
import { WritesStopped } from './writes-stopped'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const t = await texts()
  return (
    <Providers locale={await requestLocale()} hasCommandKey={await hasCommandKey()}>
      <HoldClicks />
      <SingleKeys />
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-raised focus:p-2 focus:shadow-e-2"
      >
        {t('App.skip')}
      </a>
      <div
        className="shell"
        data-sidebar={sidebarWidth((await cookies()).get(SIDEBAR_COOKIE)?.value)}
      >
        <Sidebar />
        <main id="main" tabIndex={-1} className="min-w-0 outline-none">
          <WritesStopped />
          {children}
        </main>
        <TabBar initial={await frameListsOrNone()} />
      </div>
      <NavigationProgress />
      <UnreachableNotice />
      <PaletteHost />
      <HarmlessDrops />
      <FocusNet />
      <UnfoldInvalid />
      <PageReady />
    </Providers>
  )
}
