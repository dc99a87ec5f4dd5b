'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import type { SpellingFound } from '@/lib/store/redaction/find-text'
import { placesIn } from './kinds'

/** What occurs; else why it is not known. */
export type Spellings = readonly SpellingFound[] | 'looking' | 'failed'

export interface OtherSpellingsProps {
  title: string
  spellings: Spellings
  chosen: ReadonlySet<string>
  /** returns a spelling as it is shown */
  shownAs: (text: string) => string
  isOff: boolean
  onChoose: (text: string, isChosen: boolean) => void
}

/** Other texts that occur, such as other spellings, each to be redacted with the one. */
export function OtherSpellings(props: OtherSpellingsProps) {
  const { title, spellings, chosen, shownAs, isOff, onChoose } = props
  const t = useTranslations('Redact')
  const format = useFormatter()
  const known = typeof spellings === 'string' ? [] : spellings
  return (
    <fieldset disabled={isOff} className="mt-3 border-t border-line px-4 pt-3">
      <legend className="float-left w-full pb-1.5 text-xs font-semibold text-ink-3">{title}</legend>
      <p role="status" className="clear-left text-xs text-ink-3">
        {spellings === 'looking' ? t('spellingsSearching') : null}
        {spellings === 'failed' ? t('spellingsFailed') : null}
        {spellings.length === 0 ? t('spellingsNone') : null}
      </p>
      {known.map(({ text, counts }) => (
        <label key={text} className="flex cursor-pointer items-center gap-2.5 py-1">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={chosen.has(text)}
            onChange={({ target }) => onChoose(text, target.checked)}
          />
          <span className="min-w-0 flex-1 font-mono text-code break-all">
            <VisibleText text={shownAs(text)} />
          </span>
          <span className="text-ink-3 tabular-nums">{format.number(placesIn(counts))}</span>
        </label>
      ))}
    </fieldset>
  )
}
