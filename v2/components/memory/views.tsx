import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { SwitchBody, switchLook } from '@/components/ui/switch'

/** What of a memory is shown; `edit` stands in place of all. */
export type MemoryView = 'content' | 'preview' | 'agent' | 'blame' | 'reads' | 'edit'

/** The view that an address names; its content by default. */
export function memoryView(asked: string | undefined): MemoryView {
  const views: readonly MemoryView[] = ['preview', 'agent', 'blame', 'reads', 'edit']
  return views.find((view) => view === asked) ?? 'content'
}

export interface MemoryViewsProps {
  shown: MemoryView
  /** the page's address without the view */
  address: string
  /** whether it is what agents are served: the past is not */
  isNow: boolean
}

/** The views of a memory, and whether its lines say who wrote them; each has an address. */
export function MemoryViews({ shown, address, isNow }: MemoryViewsProps) {
  const t = useTranslations('Memory')
  const isBlame = shown === 'blame'
  const names = isNow
    ? (['content', 'preview', 'agent'] as const)
    : (['content', 'preview'] as const)
  const segments = names.map((name) => ({
    href: name === 'content' ? address : `${address}&view=${name}`,
    label: t(name),
    isCurrent: shown === name || (isBlame && name === 'content'),
  }))
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full max-md:justify-between">
      <SegmentedLinks label={t('views')} segments={segments} />
      <Link
        href={isBlame ? address : `${address}&view=blame`}
        scroll={false}
        role="switch"
        aria-checked={isBlame}
        className={switchLook}
      >
        <SwitchBody isOn={isBlame} />
        {t('blame')}
      </Link>
    </span>
  )
}
