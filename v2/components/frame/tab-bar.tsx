'use client'

import { clsx } from 'clsx'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink } from '@/components/ui/menu'
import { FURTHER, SECTIONS } from './sections'

/** The sections on a phone, at its thumb; the rest is one touch further. */
export function TabBar() {
  const t = useTranslations('Frame')
  const pathname = usePathname()
  return (
    <nav
      aria-label={t('label')}
      className="tab-bar fixed inset-x-0 bottom-0 z-30 grid h-(--thumb) auto-cols-auto grid-flow-col justify-stretch border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden [&_.popover-list]:mx-2"
    >
      {SECTIONS.map(({ name, href, Icon, holds }) => (
        <Link
          key={name}
          href={href}
          aria-current={holds(pathname) ? 'page' : undefined}
          className={tabLook(holds(pathname))}
        >
          <TabBody Icon={Icon} text={t(name)} />
        </Link>
      ))}
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
  clsx(
    'relative flex min-w-0 cursor-pointer flex-col items-center justify-center gap-0.5 text-label font-medium',
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
