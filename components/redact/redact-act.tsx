'use client'

import { Archive, Database, Eraser, ListOrdered, Replace, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChosenStore } from './redact-form'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { Point, Points } from '@/components/ui/points'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { plainName } from '@/lib/text/plain-text'
import type { TextCounts } from '@/lib/store/redaction/find-text'
import type { EarlierVersions } from '@/lib/store/redaction/redact-text'
import { placesIn } from './kinds'
import { RedactQuestion } from './redact-question'

/** A person's choices for a redaction. */
export interface RedactChoice {
  replacement: string
  earlierVersions: EarlierVersions
}

/**
 * The reason why a redaction has to wait: some of its texts, or other spellings of them, are still
 * looked for, or could not be.
 */
export type Hold = 'looking' | 'spellings' | 'failed'

export interface RedactActProps {
  counts: TextCounts
  /** the texts that go; the replacement must hold none of them */
  texts: readonly string[]
  /** the only store that it covers; null: all */
  store: ChosenStore | null
  /** the note on other stores; null: nothing is known of them */
  elsewhere: ReactNode
  /** null: it can begin */
  hold: Hold | null
  isStarting: boolean
  onRedact: (choice: RedactChoice) => void
}

const CHOICES = [
  { value: 'rewrite', label: 'rewrite', hint: 'rewriteHint' },
  { value: 'empty', label: 'empty', hint: 'emptyHint' },
] as const

/** Shows what a redaction will do and what stays, with the button to start it. */
export function RedactAct(props: RedactActProps) {
  const { counts, texts, store, elsewhere, hold, isStarting, onRedact } = props
  const t = useTranslations('Redact')
  const [replacement, setReplacement] = useState('[redacted]')
  const [earlierVersions, setEarlierVersions] = useState<EarlierVersions>('rewrite')
  const [isAsked, setAsked] = useState(false)
  const isHeld = texts.some((text) => replacement.includes(text))
  const isOff = isStarting || isHeld || hold !== null
  useSubmitShortcut(() => setAsked(true), { disabled: isOff })
  const count = placesIn(counts)
  return (
    <aside
      aria-label={t('actPanel')}
      className="flex w-80 shrink-0 flex-col border-line max-lg:w-auto lg:border-l"
    >
      <div className="flex-1 space-y-5 overflow-auto p-4 max-lg:overflow-visible">
        <div>
          <Field
            id="redact-replacement"
            label={t('replacement')}
            value={replacement}
            placeholder={t('nothing')}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setReplacement(target.value)}
          />
          {isHeld ? (
            <p role="alert" className="mt-1 text-xs text-removed">
              {t('holdsText')}
            </p>
          ) : null}
        </div>
        <fieldset className="space-y-1.5">
          <legend className="pb-1 font-medium">{t('earlier')}</legend>
          {CHOICES.map(({ value, label, hint }) => (
            <label
              key={value}
              className="flex cursor-pointer items-start gap-2.5 rounded-card p-2.5 shadow-[inset_0_0_0_1px_var(--line-2)] has-checked:bg-accent-bg has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)]"
            >
              <input
                type="radio"
                name="earlier-versions"
                className="mt-0.5 size-4 accent-accent"
                checked={earlierVersions === value}
                onChange={() => setEarlierVersions(value)}
              />
              <span>
                <span className="font-medium">{t(label)}</span>
                <span className="block text-xs text-ink-2">{t(hint)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Points title={t('goes')}>
          <Point Icon={Database}>
            <Scope store={store} />
            {elsewhere}
          </Point>
          <RemovedPoints counts={counts} earlierVersions={earlierVersions} />
        </Points>
        <Points title={t('stays')}>
          <Point Icon={UserRound}>{t('stays_who')}</Point>
          <Point Icon={ListOrdered}>{t('stays_order')}</Point>
        </Points>
        <Points title={t('reach')}>
          <Point Icon={Archive}>{t('reachAbout')}</Point>
        </Points>
      </div>
      <div className="border-t border-line p-4 text-center">
        <Button
          variant="primary"
          className="h-9 w-full max-md:h-11"
          disabled={isOff}
          aria-describedby="redact-about"
          onClick={() => setAsked(true)}
        >
          <Eraser size={15} aria-hidden />
          {isStarting ? t('starting') : t('act', { count })}
          <Kbd>⌘↵</Kbd>
        </Button>
        <p
          id="redact-about"
          role="status"
          className={classNames('mt-2 text-xs', hold === 'failed' ? 'text-removed' : 'text-ink-3')}
        >
          {hold === null ? t('actAbout') : t(`hold_${hold}`)}
        </p>
      </div>
      <RedactQuestion
        count={count}
        isOpen={isAsked}
        onOpenChange={setAsked}
        onAgree={() => {
          setAsked(false)
          onRedact({ replacement, earlierVersions })
        }}
      >
        <Point Icon={Database}>
          <Scope store={store} />
        </Point>
        <RemovedPoints counts={counts} earlierVersions={earlierVersions} />
        <Point Icon={UserRound}>{t('stays_who')}</Point>
        <Point Icon={Archive}>{t('reachAbout')}</Point>
      </RedactQuestion>
    </aside>
  )
}

/** Names the stores that a redaction covers. */
function Scope({ store }: { store: ChosenStore | null }) {
  const t = useTranslations('Redact')
  return store === null ? t('scopeAll') : t('scopeOne', { store: plainName(store.name) })
}

function RemovedPoints({
  counts,
  earlierVersions,
}: {
  counts: TextCounts
  earlierVersions: EarlierVersions
}) {
  const t = useTranslations('Redact')
  const { memories, versions, conversations, remarks } = counts
  const earlier = versions - memories
  const b = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>
  return (
    <>
      {memories > 0 ? (
        <Point Icon={Replace}>{t.rich(`now_${earlierVersions}`, { count: memories, b })}</Point>
      ) : null}
      {earlier > 0 ? (
        <Point Icon={Eraser}>{t.rich(`goes_${earlierVersions}`, { count: earlier, b })}</Point>
      ) : null}
      {conversations + remarks > 0 ? (
        <Point Icon={Replace}>{t.rich('goes_others', { count: conversations + remarks, b })}</Point>
      ) : null}
    </>
  )
}
