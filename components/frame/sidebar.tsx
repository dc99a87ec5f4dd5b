import { texts } from '@/components/i18n/server-texts'
import { KeysButton, PaletteButton } from '@/components/palette/palette-host'
import { Link } from '@/components/ui/link'
import { BrandMark } from './brand-mark'
import { frameListsOrNone } from './read-frame-lists'
import { SectionLinks, SettingsLink } from './section-links'
import { SidebarLists } from './sidebar-lists'
import { SidebarToggle } from './sidebar-toggle'

/** The navigation; a rail of icons on working pages and for people who folded it. */
export async function Sidebar() {
  const t = await texts()
  const lists = await frameListsOrNone()
  return (
    <header className="sidebar flex flex-col px-2.5 pt-3 pb-2.5 rail:items-stretch rail:px-2">
      <div className="mb-2.5 flex h-8 shrink-0 items-center gap-2 px-1.5 rail:mb-0 rail:h-auto rail:flex-col rail:gap-2 rail:px-0">
        <Link
          href="/"
          aria-label={t('Nav.home')}
          className="flex min-w-0 flex-1 items-center gap-2.5 text-talk font-semibold tracking-[-0.01em] rail:flex-none"
        >
          <BrandMark />
          <span className="rail:sr-only">Palimpsest</span>
        </Link>
        <SidebarToggle />
      </div>
      <PaletteButton text={t('Nav.search')} />
      <nav aria-label={t('Nav.label')} className="flex shrink-0 grow flex-col">
        <SectionLinks initial={lists} />
        <SidebarLists initial={lists} />
      </nav>
      <div className="grid shrink-0 gap-px pt-3 rail:gap-1">
        <KeysButton text={t('Keys.open')} />
        <SettingsLink />
      </div>
    </header>
  )
}
