'use client'

import { ChartColumn, ChevronLeft, ChevronRight, Download, Ellipsis, Pause } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkKey } from '@/components/ui/link-key'
import { Menu, MenuButton, MenuLink } from '@/components/ui/menu'

export interface LogMenuProps {
  /** the page as it is, and nothing newer; null: it is paused */
  holdHref: string | null
  /** of a day or a week; null: all of it is listed */
  period: {
    name: 'day' | 'week'
    before: string
    /** null: it is not over yet */
    after: string | null
    figures: string
    json: string
  } | null
}

/** The rarer acts on the log. */
export function LogMenu({ holdHref, period }: LogMenuProps) {
  const t = useTranslations('Log')
  const router = useRouter()
  return (
    <>
      <Menu label={t('menu')} button={<Ellipsis size={16} aria-hidden />}>
        {holdHref === null ? null : (
          <MenuButton Icon={Pause} onSelect={() => router.replace(holdHref, { scroll: false })}>
            {t('hold')}
          </MenuButton>
        )}
        {period === null ? null : (
          <>
            <MenuLink Icon={ChevronLeft} stroke="[" href={period.before}>
              {t(`before_${period.name}`)}
            </MenuLink>
            {period.after === null ? null : (
              <MenuLink Icon={ChevronRight} stroke="]" href={period.after}>
                {t(`after_${period.name}`)}
              </MenuLink>
            )}
            <MenuLink Icon={ChartColumn} href={period.figures}>
              {t('figures')}
            </MenuLink>
            <MenuLink Icon={Download} href={period.json} isDownload>
              {t('asJson')}
            </MenuLink>
          </>
        )}
      </Menu>
      {period === null ? null : <LinkKey stroke="[" href={period.before} />}
      {period?.after == null ? null : <LinkKey stroke="]" href={period.after} />}
    </>
  )
}
