import { texts } from '@/components/i18n/server-texts'
import { SegmentedLinks } from '@/components/ui/segmented'
import { SwitchLink } from '@/components/ui/switch-link'
import type { MemoryViewName } from './memory-view-name'

export interface MemoryViewsProps {
  shown: MemoryViewName
  /** the addresses of the views that there are */
  addresses: Readonly<{ content: string; blame: string; preview?: string; agent?: string }>
}

const SEGMENTS = ['content', 'preview', 'agent'] as const

/** The views of a memory, and whether its lines say who wrote them; each has an address. */
export async function MemoryViews({ shown, addresses }: MemoryViewsProps) {
  const t = await texts()
  const isBlame = shown === 'blame'
  const segments = SEGMENTS.flatMap((name) => {
    const href = addresses[name]
    const isCurrent = shown === name || (isBlame && name === 'content')
    return href === undefined ? [] : [{ href, label: t(`Memory.${name}`), isCurrent }]
  })
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full max-md:justify-between">
      {segments.length < 2 ? null : (
        <SegmentedLinks label={t('Memory.views')} segments={segments} />
      )}
      <SwitchLink href={isBlame ? addresses.content : addresses.blame} isOn={isBlame}>
        {t('Memory.blame')}
      </SwitchLink>
    </span>
  )
}
