import { ChevronDown } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'
import { segmentLook, segmentsLook } from '@/components/ui/segmented'
import type { LastRun } from '@/lib/store/changes/sessions'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { NamedMoment } from '@/lib/store/model/named-moment'
import { plainName } from '@/lib/text/plain-text'
import type { ComparedEnd } from './compared-ends'
import { comparisonAddress, type ShownPart } from './comparison-address'
import { SeenPreset } from './seen-preset'

/** Named moments offered; the others are in the form. */
const OFFERED = 6

export interface PresetsProps {
  store: MemoryStore
  run: LastRun | null
  from: ComparedEnd
  to: ComparedEnd
  named: readonly NamedMoment[]
  view: ShownPart['view']
}

/**
 * Links to the comparisons that people make most: the last changes, those since a moment, those
 * since they last looked.
 */
export async function Presets({ store, run, from, to, named, view }: PresetsProps) {
  const t = await texts()
  const isToNow = to.moment.sequence === store.lastSequence
  const since = isToNow ? from.moment.sequence : null
  const address = (sequence: number) => comparisonAddress(store.id, { sequence }, 'now', { view })
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <nav aria-label={t('Changes.presets')} className={segmentsLook}>
        {run === null ? null : (
          <Link
            href={address(run.after)}
            aria-current={since === run.after ? 'true' : undefined}
            className={segmentLook(since === run.after)}
          >
            {t(`Changes.last_${run.kind}`)}
          </Link>
        )}
        <Link
          href={address(0)}
          aria-current={since === 0 && run?.after !== 0 ? 'true' : undefined}
          className={segmentLook(since === 0 && run?.after !== 0)}
        >
          {t('Changes.everything')}
        </Link>
        <SeenPreset
          storeId={store.id}
          last={store.lastSequence}
          from={since}
          rest={view === 'split' ? '' : `&view=${view}`}
        />
      </nav>
      {named.length === 0 ? null : (
        <Menu
          label={t('Changes.sinceMoment')}
          size="small"
          button={
            <>
              {t('Changes.sinceMoment')} <ChevronDown size={14} aria-hidden />
            </>
          }
        >
          {named.slice(0, OFFERED).map(({ sequence, name }) => (
            <MenuLink key={sequence} href={address(sequence)}>
              {plainName(name)}
            </MenuLink>
          ))}
          <MenuRule />
          <MenuLink href={address(0)}>{t('Time.before')}</MenuLink>
        </Menu>
      )}
    </div>
  )
}
