import { ChevronDown } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { MomentChoice } from '@/components/time/moment-choice'
import { Button, buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { NamedMoment } from '@/lib/store/model/named-moment'
import { momentText } from './address-moment'
import { type ComparedEnd, likelyWay } from './compared-ends'
import type { ShownPart } from './comparison-address'

export interface MomentEndProps {
  store: MemoryStore
  name: 'from' | 'to'
  end: ComparedEnd
  other: ComparedEnd
  named: readonly NamedMoment[]
  view: ShownPart['view']
}

/**
 * One end of a comparison: a button that says which moment it is, and the form behind it that
 * chooses another by name, time or number. Both work without a script.
 */
export async function MomentEnd({ store, name, end, other, named, view }: MomentEndProps) {
  const t = await texts()
  const { asked, moment } = end
  const id = `moment-${name}`
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={classNames(
          buttonVariants({ variant: 'secondary' }),
          'max-w-full min-w-0 shrink! rounded-full! pl-1!',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'grid size-5 place-items-center rounded-full text-label font-semibold',
            name === 'from' ? 'bg-ink text-sheet' : 'bg-accent text-on-accent',
          )}
        >
          {name === 'from' ? 'A' : 'B'}
        </span>
        <span className="sr-only">{t(`Changes.${name}`)}</span>
        <span className="truncate tabular-nums">
          <MomentWords end={end} named={named} />
        </span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
      </button>
      <div id={id} popover="auto" className="moment-popover">
        {/* The server validates: a browser would block the form for an invalid hidden field. */}
        <form
          action={`/stores/${store.id}/compare`}
          noValidate
          autoComplete="off"
          className="space-y-3"
        >
          <input
            type="hidden"
            name={name === 'from' ? 'to' : 'from'}
            value={momentText(other.asked)}
          />
          {view === 'unified' ? <input type="hidden" name="view" value="unified" /> : null}
          <MomentChoice
            key={momentText(asked)}
            end={name}
            way={likelyWay(end, named)}
            moment={moment}
            isNow={asked === 'now'}
            time={asked !== 'now' && 'time' in asked ? asked.time : moment.at}
            named={named.map(({ sequence, name: known }) => ({ sequence, name: known }))}
          />
          <div className="flex justify-end">
            <Button type="submit" variant="primary">
              {t('Changes.compare')}
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}

/** A moment by its name or its time. */
export async function MomentWords({
  end: { asked, moment },
  named,
}: {
  end: ComparedEnd
  named: readonly NamedMoment[]
}) {
  const t = await texts()
  const format = await formats()
  const name = named.find(({ sequence }) => sequence === moment.sequence)?.name
  if (asked === 'now') return t('Time.now')
  if (name !== undefined) return <VisibleLabel text={name} />
  if (moment.at === null) return t('Time.before')
  return (
    <span data-changes-with-time>
      {format.dateTime(moment.at, { dateStyle: 'medium', timeStyle: 'short' })}
    </span>
  )
}
