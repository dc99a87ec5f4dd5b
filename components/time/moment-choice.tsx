import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import type { StoreMoment } from '@/lib/store/store-moment'
import { plainName } from '@/lib/text/plain-text'
import { fieldNames, timeFieldText, type Way, WAYS } from './moment-ways'

export interface MomentChoiceProps {
  end: 'from' | 'to'
  /** the way whose field is shown at first */
  way: Way
  moment: StoreMoment
  /** whether the moment is the present one, whatever comes */
  isNow: boolean
  /** what the field of the time shows, milliseconds since 1970; null: nothing */
  time: number | null
  /** the number of the store's last change */
  last: number
  /** moments that have names, the latest first */
  named: readonly { sequence: number; name: string }[]
  /** whether what was asked for names no moment */
  isUnclear: boolean
}

/**
 * A moment named in one of three ways. Only the field of the way that is chosen is shown, which
 * takes no script; the form sends them all, and which way counts.
 */
export async function MomentChoice(props: MomentChoiceProps) {
  const { end, way, moment, time, last, isUnclear } = props
  const t = await texts()
  const names = fieldNames(end)
  return (
    <fieldset
      className="moment-choice min-w-0 flex-1 basis-80"
      aria-describedby={isUnclear ? `${end}-unclear` : undefined}
    >
      <legend className="font-medium">{t(`Changes.${end}`)}</legend>
      <div className="flex flex-wrap gap-x-4 text-[13px]">
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
          max={last}
          defaultValue={moment.sequence}
          aria-labelledby={`${end}-change`}
          className={FIELD}
        />
      </Field>
      {isUnclear ? (
        <p id={`${end}-unclear`} role="alert" className="text-[13px] text-removed">
          {t('Changes.unclear', { end })}
        </p>
      ) : null}
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
  'block h-8 w-full max-w-72 rounded-md border border-control bg-surface px-2 tabular-nums'

function Field({ way, children }: { way: Way; children: ReactNode }) {
  return (
    <div data-way={way} className="mt-1">
      {children}
    </div>
  )
}

async function NamedMoments({ end, moment, isNow, last, named }: MomentChoiceProps) {
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
      {/* Another way may have led to a moment that has no name; it is not lost by coming here. */}
      {isListed ? null : <option value={sequence}>{t('Time.change', { sequence, last })}</option>}
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

/** Which moment it came to, in every measure. */
async function Named({ moment, isNow, last, named }: MomentChoiceProps) {
  const t = await texts()
  const format = await formats()
  const { sequence, at } = moment
  const name = named.find((each) => each.sequence === sequence)?.name
  return (
    <p className="mt-1 text-xs break-words text-faint tabular-nums">
      {isNow ? `${t('Time.now')} · ` : ''}
      {name === undefined ? null : (
        <>
          <VisibleLabel text={name} />
          {' · '}
        </>
      )}
      {t('Time.change', { sequence, last })} ·{' '}
      <span data-changes-with-time>
        {at === null
          ? t('Time.before')
          : format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}
      </span>
    </p>
  )
}
