import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import type { StoreMoment } from '@/lib/store/time/store-moment'
import { plainName } from '@/lib/text/plain-text'
import { fieldNames, timeFieldText, type Way, WAYS } from './moment-ways'

export interface MomentChoiceProps {
  end: 'from' | 'to'
  /** the way whose field is shown at first */
  way: Way
  moment: StoreMoment
  /** whether the moment is now, which moves on */
  isNow: boolean
  /** initial value of the time field, milliseconds since 1970; null: empty */
  time: number | null
  /** named moments, latest first */
  named: readonly { sequence: number; name: string }[]
}

/**
 * A moment chosen in one of three ways. Only the chosen way's field is shown, which needs no
 * script; the form sends them all, and which one counts.
 */
export async function MomentChoice(props: MomentChoiceProps) {
  const { end, way, moment, time } = props
  const t = await texts()
  const names = fieldNames(end)
  return (
    <fieldset className="moment-choice min-w-0">
      <legend className="font-semibold">{t(`Changes.${end}`)}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {WAYS.map((each) => (
          <label key={each} className="flex items-center gap-1">
            <input type="radio" name={names.by} value={each} defaultChecked={each === way} />
            <span id={`${end}-${each}`}>{t(LABELS[each])}</span>
          </label>
        ))}
      </div>
      <Field way="moment">
        <NamedMoments {...props} />
      </Field>
      <Field way="time">
        <input
          type="datetime-local"
          name={names.time}
          step={1}
          defaultValue={time === null ? '' : timeFieldText(time)}
          aria-labelledby={`${end}-time`}
          data-changes-with-time
          className={FIELD}
        />
      </Field>
      <Field way="change">
        <input
          type="number"
          name={names.change}
          min={0}
          max={moment.last}
          defaultValue={moment.sequence}
          aria-labelledby={`${end}-change`}
          className={FIELD}
        />
      </Field>
      <Named {...props} />
    </fieldset>
  )
}

const LABELS = {
  moment: 'Changes.byMoment',
  time: 'Changes.byTime',
  change: 'Changes.byChange',
} as const

const FIELD =
  'block h-8 w-full rounded-control border border-control bg-sheet px-2 tabular-nums max-md:h-11'

function Field({ way, children }: { way: Way; children: ReactNode }) {
  return (
    <div data-way={way} className="mt-2">
      {children}
    </div>
  )
}

async function NamedMoments({ end, moment, isNow, named }: MomentChoiceProps) {
  const t = await texts()
  const { sequence } = moment
  const isListed = isNow || sequence === 0 || named.some((each) => each.sequence === sequence)
  return (
    <select
      name={fieldNames(end).moment}
      defaultValue={isNow ? 'now' : sequence}
      aria-labelledby={`${end}-moment`}
      className={FIELD}
    >
      {/* The moment may have come by another way and be unnamed; keep it. */}
      {isListed ? null : <option value={sequence}>{t('Time.change', { sequence })}</option>}
      <option value="now">{t('Time.now')}</option>
      {named.map((each) => (
        <option key={each.sequence} value={each.sequence}>
          {plainName(each.name)}
        </option>
      ))}
      {named.some((each) => each.sequence === 0) ? null : (
        <option value={0}>{t('Time.before')}</option>
      )}
    </select>
  )
}

/** The resolved moment, in every measure. */
async function Named({ moment, isNow, named }: MomentChoiceProps) {
  const t = await texts()
  const format = await formats()
  const { sequence, at, between } = moment
  const name = named.find((each) => each.sequence === sequence)?.name
  return (
    <p className="mt-1 text-xs break-words text-ink-3 tabular-nums">
      {isNow ? `${t('Time.now')} · ` : ''}
      {name === undefined ? null : (
        <>
          <VisibleLabel text={name} />
          {' · '}
        </>
      )}
      {t('Time.changeAfter', { sequence, ...between })} ·{' '}
      <span data-changes-with-time>
        {at === null
          ? t('Time.before')
          : format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}
      </span>
    </p>
  )
}
