'use client'

import { useQuery } from '@tanstack/react-query'
import { Ellipsis, type LucideIcon, Search, TriangleAlert } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { openPalette } from '@/components/palette/palette-host'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink } from '@/components/ui/menu'
import type { FrameLists } from './frame-lists'
import { MAX_OPEN } from './most-counted'
import { frameListsQuery } from './queries'
import { type Section, SECTIONS, SETTINGS } from './sections'

/** The dashboard's sections in the sidebar; on the rail their icons alone. */
export function SectionLinks({ initial }: { initial: FrameLists }) {
  const { openChangesets, troubledFolders } = useQuery(frameListsQuery(initial)).data
  return (
    <ul className="grid gap-px rail:gap-1">
      {SECTIONS.map((section) => (
        <li key={section.name}>
          <SectionLink
            section={section}
            count={section.name === 'review' ? openChangesets : 0}
            troubled={section.name === 'connections' ? troubledFolders : 0}
          />
        </li>
      ))}
    </ul>
  )
}

export function SettingsLink() {
  return <SectionLink section={SETTINGS} />
}

interface SectionLinkProps {
  section: Section
  /** number of what is open there */
  count?: number
  /** number of what needs a person there */
  troubled?: number
}

function SectionLink({
  section: { name, href, Icon, holds },
  count = 0,
  troubled = 0,
}: SectionLinkProps) {
  const t = useTranslations('Nav')
  const isHere = holds(usePathname())
  return (
    <Link
      href={href}
      title={count === 0 ? t(name) : `${t(name)}${t('openCount', counted(count))}`}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'relative flex h-[30px] items-center gap-2.5 rounded-control px-2 font-medium rail:h-9 rail:justify-center rail:px-0',
        isHere
          ? 'bg-desk-selected text-ink rail:bg-sheet rail:shadow-[0_0_0_1px_var(--line-2)]'
          : 'text-ink-2 hover:bg-desk-hover',
      )}
    >
      <Icon size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="truncate rail:sr-only">{t(name)}</span>
      <OpenCount count={count} at="row" />
      {troubled === 0 ? null : (
        <span className="ml-auto text-caution rail:absolute rail:-top-1 rail:-right-1">
          <TriangleAlert size={14} strokeWidth={2} aria-hidden />
          <span className="sr-only">{t('troubled', { count: troubled })}</span>
        </span>
      )}
    </Link>
  )
}

/** Sections at a phone's thumb, beside the palette; the others are a touch further. */
const AT_THE_THUMB: readonly Section['name'][] = ['review', 'sessions', 'stores']

const FURTHER = [...SECTIONS, SETTINGS].filter(({ name }) => !AT_THE_THUMB.includes(name))

/** The sections on a phone. */
export function TabBar({ initial }: { initial: FrameLists }) {
  const t = useTranslations('Nav')
  const pathname = usePathname()
  const { openChangesets } = useQuery(frameListsQuery(initial)).data
  return (
    <nav aria-label={t('label')} className="tab-bar">
      {SECTIONS.filter(({ name }) => AT_THE_THUMB.includes(name)).map((section) => (
        <Link
          key={section.name}
          href={section.href}
          aria-current={section.holds(pathname) ? 'page' : undefined}
          className={tabLook(section.holds(pathname))}
        >
          <TabBody Icon={section.Icon} text={t(section.name)} />
          <OpenCount count={section.name === 'review' ? openChangesets : 0} at="tab" />
        </Link>
      ))}
      <button type="button" onClick={openPalette} className={tabLook(pathname === '/search')}>
        <TabBody Icon={Search} text={t('search')} />
      </button>
      <Menu
        label={t('more')}
        button={<TabBody Icon={Ellipsis} text={t('more')} />}
        buttonClass={tabLook(FURTHER.some(({ holds }) => holds(pathname)))}
      >
        {FURTHER.map(({ name, href, Icon }) => (
          <MenuLink key={name} href={href} Icon={Icon}>
            {t(name)}
          </MenuLink>
        ))}
      </Menu>
    </nav>
  )
}

const tabLook = (isHere: boolean) =>
  classNames(
    'relative flex min-w-0 flex-col items-center justify-center gap-0.5 text-label font-medium',
    isHere ? 'text-accent' : 'text-ink-3',
  )

function TabBody({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className="max-w-full truncate tracking-tight">{text}</span>
    </>
  )
}

interface OpenCountProps {
  count: number
  /** on a tab it lies on the icon's corner */
  at: 'row' | 'tab'
}

/** A figure that is counted up to `MAX_OPEN`, as its text takes it. */
const counted = (count: number) =>
  count < MAX_OPEN ? { count, isMore: 'false' } : { count: MAX_OPEN - 1, isMore: 'true' }

/** Shows the number of open changesets; nothing if there are none. */
function OpenCount({ count, at }: OpenCountProps) {
  const t = useTranslations('Nav')
  if (count === 0) return null
  const place =
    at === 'tab'
      ? 'absolute top-1 left-1/2 ml-1.5'
      : 'ml-auto rail:absolute rail:-top-1 rail:-right-1'
  return (
    <span
      className={classNames(
        'rounded-full bg-accent px-1.5 text-label font-semibold text-on-accent tabular-nums',
        place,
      )}
    >
      <span aria-hidden>{count < MAX_OPEN ? count : `${MAX_OPEN - 1}+`}</span>
      <span className="sr-only">{t('openCount', counted(count))}</span>
    </span>
  )
}
