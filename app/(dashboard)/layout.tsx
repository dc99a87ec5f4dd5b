import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { LanguageChoice } from '@/components/i18n/language-choice'
import { LANGUAGE_NAMES, messagesOf } from '@/components/i18n/messages'
import { requestLocale, texts } from '@/components/i18n/server-texts'
import { PaletteHost } from '@/components/palette/palette-host'
import { FocusNet } from '@/components/ui/focus-net'
import { HarmlessDrops } from '@/components/ui/harmless-drops'
import { NavigationProgress } from '@/components/ui/navigation-progress'
import { PageReady } from '@/components/ui/page-ready'
import { Providers } from '@/components/ui/providers'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale()
  const t = await texts()
  return (
    <Providers locale={locale} messages={messagesOf(locale)}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-raised focus:p-2"
      >
        {t('App.skip')}
      </a>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 max-md:sticky max-md:top-0 max-md:z-20 max-md:py-2 md:h-12">
        <div className="flex items-center gap-3 md:gap-6">
          <Link href="/" className="font-semibold tracking-tight">
            Palimpsest
          </Link>
          <nav aria-label={t('Nav.label')} className="flex flex-wrap gap-3 text-[13px] md:gap-4">
            {(['stores', 'sessions', 'activity', 'search'] as const).map((name) => (
              <Link
                key={name}
                href={name === 'stores' ? '/' : `/${name}`}
                className="text-faint hover:text-ink"
              >
                {t(`Nav.${name}`)}
              </Link>
            ))}
            <Link href="/settings/installation" className="text-faint hover:text-ink">
              {t('Nav.installation')}
            </Link>
          </nav>
        </div>
        <div className="flex items-center gap-3">
          <PaletteHost />
          <LanguageChoice names={LANGUAGE_NAMES} />
        </div>
      </header>
      <NavigationProgress />
      <HarmlessDrops />
      <FocusNet />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <PageReady />
    </Providers>
  )
}
