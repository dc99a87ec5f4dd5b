'use client'

import { clsx } from 'clsx'
import { Ellipsis, Keyboard, type LucideIcon, PanelLeft, Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { use, type ReactNode } from 'react'
import { HasCommandKey, Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { VisibleLabel } from '@/components/lines/visible-text'
import { openKeys, openPalette } from '@/components/palette/host'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink } from '@/components/ui/menu'
import { Facts } from './facts'
import { keep } from './kept'
import { addressFrom, FURTHER, isIn, type Section, SECTIONS } from './sections'

/** A row of the sidebar; on the rail its icon alone. */
const rowLook = (isHere: boolean) =>
  clsx(
    'relative flex h-[30px] cursor-pointer items-center gap-2.5 rounded-control px-2 text-left font-medium rail:h-9 rail:justify-center rail:px-0',
    isHere
      ? 'bg-desk-selected text-ink rail:bg-sheet rail:shadow-[0_0_0_1px_var(--line-2)]'
      : 'text-ink-2 hover:bg-desk-hover hover:text-ink',
  )

/** The navigation; a rail of icons on working pages and for people who folded it. */
export function Sidebar() {
  const t = useTranslations('Frame')
  const { live } = use(Facts)
  return (
    <header className="sidebar sticky top-0 flex h-dvh flex-col overflow-x-hidden overflow-y-auto px-2.5 pt-3 pb-2.5 [scrollbar-width:none] rail:items-stretch rail:px-2 max-md:hidden">
      <div className="mb-2.5 flex h-8 shrink-0 items-center gap-2 px-1.5 rail:mb-1 rail:h-auto rail:flex-col rail:gap-2 rail:px-0">
        <Link
          href="/"
          aria-label={t('home')}
          className="flex min-w-0 flex-1 items-center gap-2.5 text-talk font-semibold tracking-[-0.01em] rail:flex-none"
        >
          <BrandMark />
          <span className="rail:sr-only">Palimpsest</span>
        </Link>
        <Toggle />
      </div>
      <PaletteButton />
      <nav aria-label={t('label')} className="flex shrink-0 grow flex-col">
        <ul className="grid gap-px rail:gap-1">
          {SECTIONS.map((section) => (
            <SectionLink
              key={section.name}
              section={section}
              live={section.name === 'sessions' ? live : 0}
            />
          ))}
        </ul>
        <StoresList />
        <ul className="mt-auto grid gap-px pt-4 rail:gap-1">
          {FURTHER.map((section) => (
            <SectionLink key={section.name} section={section} />
          ))}
        </ul>
      </nav>
      <button
        type="button"
        onClick={openKeys}
        aria-keyshortcuts="?"
        title={t('shortcuts')}
        className={clsx(rowLook(false), 'mt-px shrink-0 rail:mt-1')}
      >
        <Keyboard size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate rail:sr-only">{t('shortcuts')}</span>
        <span className="rail:hidden">
          <Kbd stroke="?" />
        </span>
      </button>
    </header>
  )
}

/** A section, with how much of it is live: on the rail that is a dot. */
function SectionLink({ section, live = 0 }: { section: Section; live?: number }) {
  const { name, Icon } = section
  const t = useTranslations('Frame')
  const pathname = usePathname()
  const isHere = isIn(section, pathname)
  return (
    <li>
      <Link
        href={addressFrom(pathname, section)}
        title={t(name)}
        aria-current={isHere ? 'page' : undefined}
        className={rowLook(isHere)}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate rail:sr-only">{t(name)}</span>
        {live > 0 ? (
          <>
            <span className="text-xs font-normal tabular-nums rail:sr-only">
              {t('live', { count: live })}
            </span>
            <span
              aria-hidden
              className="absolute top-1.5 right-1.5 hidden size-2 rounded-full bg-added rail:block"
            />
          </>
        ) : null}
        {name === 'review' ? <ToReview /> : null}
      </Link>
    </li>
  )
}

/** The stores used last; not on the rail. */
function StoresList() {
  const t = useTranslations('Frame')
  const { stores } = use(Facts)
  const here = usePathname().split('/')[2]
  if (stores.length === 0) return null
  return (
    <section aria-label={t('lately')} className="min-h-0 rail:hidden">
      <h2 className="px-2 pt-4 pb-1 text-label font-semibold text-ink-3">{t('lately')}</h2>
      <ul className="grid gap-px">
        {stores.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link
              href={`/stores/${id}`}
              aria-current={id === here ? 'true' : undefined}
              className="flex h-7 items-center rounded-control px-2 text-ink-2 hover:bg-desk-hover hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              <span className="min-w-0 truncate">
                <VisibleLabel text={name} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How much is to review, amber while something waits for a person; more than 999 would cover the icon. */
function ToReview({ isOnIcon = false }: { isOnIcon?: boolean }) {
  const t = useTranslations('Frame')
  const { memories, held } = use(Facts).review
  if (memories + held === 0) return null
  return (
    <span
      title={t('waitingFor', { memories, held })}
      className={clsx(
        'ml-auto min-w-5 rounded-full px-1.5 text-center text-[11.5px] leading-5 font-semibold tabular-nums',
        held > 0 ? 'bg-caution text-sheet' : 'bg-accent text-on-accent',
        isOnIcon
          ? 'absolute -top-2 left-2.5 origin-left scale-85'
          : 'rail:absolute rail:-top-2 rail:-right-1 rail:origin-right rail:scale-85',
      )}
    >
      {memories + held > 999 ? '999+' : memories + held}
    </span>
  )
}

function PaletteButton() {
  const t = useTranslations('Frame')
  const modifier = use(HasCommandKey) ? 'Meta' : 'Control'
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts={`${modifier}+K`}
      title={t('find')}
      className="mb-2.5 flex h-[30px] shrink-0 cursor-pointer items-center gap-2 rounded-control bg-sheet px-2 text-left text-ink-3 shadow-[0_0_0_1px_var(--line-2)] hover:text-ink rail:h-9 rail:justify-center rail:bg-transparent rail:shadow-none rail:hover:bg-desk-hover"
    >
      <Search size={15} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate rail:sr-only">{t('find')}</span>
      <span className="rail:hidden">
        <Kbd stroke="mod+k" />
      </span>
    </button>
  )
}

/** Folds the sidebar to a rail and back; the choice is kept in a cookie. */
function Toggle() {
  const t = useTranslations('Frame')
  useKey('\\', t('toggle'), toggle)
  return (
    <Button size="small-icon" label={t('toggle')} stroke="\" onClick={toggle} Icon={PanelLeft} />
  )
}

/** Set on the element itself: which width a page suggests is known to the style sheet alone. */
function toggle() {
  const shell = document.querySelector<HTMLElement>('.shell')
  const sidebar = shell?.querySelector('.sidebar')
  if (!shell || !sidebar) return
  const width = sidebar.clientWidth < 100 ? 'wide' : 'rail'
  shell.dataset.sidebar = width
  keep('sidebar', width)
}

/** The mark of Palimpsest: lines of an older text, and the fresh one over them. */
function BrandMark() {
  return (
    <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden className="shrink-0">
      <rect width="22" height="22" rx="6" fill="var(--ink)" />
      <g stroke="var(--sheet)" strokeWidth="2" strokeLinecap="round" opacity="0.36">
        <path d="M6 7h10M6 15h6" />
      </g>
      <path d="M6 11h7.5" stroke="var(--brand)" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16.2" cy="11" r="1.3" fill="var(--brand)" />
    </svg>
  )
}

/** Sections that a phone has room for. */
const AT_THE_THUMB = 4

/** The first sections on a phone, at its thumb; the rest is one touch further. */
export function TabBar() {
  const t = useTranslations('Frame')
  const pathname = usePathname()
  const further = [...SECTIONS.slice(AT_THE_THUMB), ...FURTHER]
  return (
    <nav
      aria-label={t('label')}
      className="tab-bar fixed inset-x-0 bottom-0 z-30 grid h-(--thumb) auto-cols-auto grid-flow-col justify-stretch border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden [&_.popover-list]:mx-2"
    >
      {SECTIONS.slice(0, AT_THE_THUMB).map((section) => {
        const { name, href, Icon } = section
        const isHere = isIn(section, pathname)
        return (
          <Link
            key={name}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            className={tabLook(isHere)}
          >
            <TabBody Icon={Icon} text={t(name)}>
              {name === 'review' ? <ToReview isOnIcon /> : null}
            </TabBody>
          </Link>
        )
      })}
      <Menu
        label={t('more')}
        button={<TabBody Icon={Ellipsis} text={t('more')} />}
        buttonClass={tabLook(further.some((section) => isIn(section, pathname)))}
      >
        {further.map((section) => (
          <MenuLink key={section.name} href={addressFrom(pathname, section)} Icon={section.Icon}>
            {t(section.name)}
          </MenuLink>
        ))}
      </Menu>
    </nav>
  )
}

const tabLook = (isHere: boolean) =>
  clsx(
    'flex min-w-0 cursor-pointer flex-col items-center justify-center gap-0.5 text-label font-medium',
    isHere ? 'text-accent' : 'text-ink-3',
  )

interface TabBodyProps {
  Icon: LucideIcon
  text: string
  /** at the icon's corner */
  children?: ReactNode
}

function TabBody({ Icon, text, children }: TabBodyProps) {
  return (
    <>
      <span className="relative">
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        {children}
      </span>
      <span className="max-w-full truncate tracking-tight">{text}</span>
    </>
  )
}
