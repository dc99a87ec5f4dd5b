'use client'

import {
  ContactRound,
  FolderPen,
  KeyRound,
  MessageSquareWarning,
  PencilLine,
  Trash2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'
import { AskToLeave } from '@/components/live/ask-to-leave'
import { useUnsaved } from '@/components/live/use-live'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { SCROLLED } from '@/components/ui/near'
import { Notice, WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { useToast } from '@/components/ui/toast'
import {
  ANSWERS,
  ASKED,
  type Asked,
  type Preset,
  PRESETS,
  presetOf,
  sentenceOf,
  withPreset,
} from './presets'
import type { StoreRules } from '@/lib/review/rules'
import { save } from './actions'
import { PathRows } from './path-rows'
import { TrialPane, useTrial } from './trial'

const ICONS = {
  everything: PencilLine,
  secrets: KeyRound,
  personalData: ContactRound,
  instructions: MessageSquareWarning,
  deletions: Trash2,
  paths: FolderPen,
}

export interface RulesFormProps {
  storeId: string
  /** null: they cannot be read, and hold everything */
  saved: StoreRules | null
  isArchived: boolean
  now: Date
}

/** A store's six answers to what agents write, what they do in a sentence, and what they would have done. */
export function RulesForm({ storeId, saved, isArchived, now }: RulesFormProps) {
  const t = useTranslations('Rules')
  const common = useTranslations('Common')
  const router = useRouter()
  const show = useToast()
  const [draft, setDraft] = useState<Partial<StoreRules>>({})
  const rules = wholeOf({ ...saved, ...draft })
  const unsaved = rules ? ROWS.filter((of) => !isSame(rules[of], saved?.[of])) : []
  const isUnsaved = unsaved.length > 0
  const { asked, isLate, again } = useTrial(storeId, rules, saved)
  const { run, isBusy, why } = useAct(save, {
    done: () => t('saved'),
    undo: ({ now: shown, was }) => was && (() => save({ storeId, shown, rules: was })),
  })
  const [known, setKnown] = useState(saved)
  // Not before the page holds what was saved: the rules until then would stand here, and be read out.
  if (known !== saved) {
    setKnown(saved)
    setDraft(differing(draft, saved))
  }
  const keep = async () => {
    if (!isUnsaved || !rules || isBusy) return
    const result = await run({ storeId, shown: saved, rules })
    // The answers stay, beside what was saved meanwhile.
    if (!result.ok && result.code === 'rules_changed') router.refresh()
  }
  const discard = () => {
    setDraft({})
    show({ text: t('discarded'), undo: () => setDraft(draft) })
  }
  useUnsaved(isUnsaved)
  useKey('mod+enter', t('save'), () => void keep(), { when: isUnsaved, bar: true })
  useKey('z', t('discard'), discard, { when: isUnsaved })
  const choose = (answers: Partial<StoreRules>) => setDraft((all) => ({ ...all, ...answers }))
  const trial = asked && 'trial' in asked && !isLate ? asked.trial : null
  const differs = trial?.writes.filter(({ was, is }) => was !== is).length ?? 0
  return (
    <>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(20rem,30rem)] max-lg:block max-lg:overflow-y-auto">
        <div className="@container min-h-0 overflow-y-auto max-lg:overflow-visible">
          <div className="grid gap-4 px-6 not-empty:pt-4 max-md:px-4">
            {saved ? null : <Notice tone="caution">{t('unreadable')}</Notice>}
          </div>
          <Head rules={rules} isReadOnly={isArchived} onPreset={choose} />
          {rules ? (
            <Answers
              rules={rules}
              saved={saved}
              unsaved={unsaved}
              choose={choose}
              isReadOnly={isArchived}
            />
          ) : null}
        </div>
        <aside
          aria-label={t('trial.label')}
          {...SCROLLED}
          className="min-h-0 overflow-y-auto border-l border-line -outline-offset-2 max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
        >
          {rules ? <TrialPane storeId={storeId} asked={asked} now={now} onAgain={again} /> : null}
        </aside>
      </div>
      <AskToLeave when={isUnsaved} title={t('leaveTitle')} about={common('leave')} />
      {isArchived ? null : (
        <ActBar
          says={isUnsaved && rules ? <Unsaved rules={rules} of={unsaved} /> : t('allSaved')}
          about={
            <>
              {isUnsaved && trial && trial.tried > 0
                ? t('differ', { count: differs, tried: trial.tried })
                : null}
              <WhyNot why={why} />
            </>
          }
          secondary={
            isUnsaved ? (
              <Button variant="quiet" onClick={discard} stroke="z">
                {t('discard')}
              </Button>
            ) : null
          }
          primary={
            <Button
              variant="primary"
              isBusy={isBusy}
              aria-disabled={!isUnsaved}
              onClick={() => void keep()}
              stroke="mod+enter"
            >
              {t('save')}
            </Button>
          }
        />
      )}
    </>
  )
}

type Row = keyof StoreRules

const ROWS: readonly Row[] = [...ASKED, 'paths']

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const wholeOf = (answers: Partial<StoreRules>): StoreRules | null =>
  ROWS.every((of) => answers[of] !== undefined) ? (answers as StoreRules) : null

/** Answers that are not those of these rules. */
const differing = (answers: Partial<StoreRules>, rules: StoreRules | null): Partial<StoreRules> =>
  Object.fromEntries(
    Object.entries(answers).filter(([of, answer]) => !isSame(answer, rules?.[of as Row])),
  )

interface HeadProps {
  rules: StoreRules | null
  isReadOnly: boolean
  onPreset: (rules: StoreRules) => void
}

/** Presets to start from, and the sentence. */
function Head({ rules, isReadOnly, onPreset }: HeadProps) {
  const t = useTranslations('Rules')
  const format = useFormatter()
  const preset = rules && presetOf(rules)
  const isOwn = rules && (!preset || !isSame(withPreset(preset, []).paths, rules.paths))
  const sentence = rules
    ? sentenceOf(rules, {
        text: (key, facts) => t(`sentence.${key}` as 'sentence.paths', facts as { count: number }),
        list: (parts) => format.list(parts),
      })
    : t('unreadableSentence')
  return (
    <header className="px-6 pt-5 pb-4 max-md:px-4">
      {isReadOnly ? null : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <span aria-hidden className="font-semibold text-ink-2">
            {t('startFrom')}
          </span>
          <SegmentedChoice<Preset>
            name="preset"
            legend={t('startFrom')}
            choices={(Object.keys(PRESETS) as Preset[]).map((value) => ({
              value,
              label: t(`preset.${value}`),
            }))}
            value={preset}
            onChoose={(name) => onPreset(withPreset(name, rules?.paths ?? []))}
          />
          {isOwn ? <span className="text-ink-3">{t('own')}</span> : null}
        </div>
      )}
      <p
        role="status"
        className="mt-3 max-w-2xl text-[20px]/[27px] font-semibold tracking-[-0.01em] wrap-anywhere"
      >
        {sentence}
      </p>
    </header>
  )
}

interface AnswersProps {
  rules: StoreRules
  saved: StoreRules | null
  unsaved: readonly Row[]
  isReadOnly: boolean
  choose: (answers: Partial<StoreRules>) => void
}

function Answers({ rules, saved, unsaved, isReadOnly, choose }: AnswersProps) {
  const t = useTranslations('Rules')
  const row = useRows({ open: null })
  const toFirst = () => document.querySelector<HTMLElement>('[data-row] input:checked')?.focus()
  // Where a choice has the focus, they are its own.
  useKey('arrowleft', t('choose'), toFirst)
  useKey('arrowright', t('choose'), toFirst, { bar: true })
  const draw = (of: Row, was: string, field: ReactNode) => {
    const Icon = ICONS[of]
    return (
      <li
        key={of}
        {...row(of)}
        className="grid min-h-16 grid-cols-[1.5rem_16rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 border-t border-line px-6 py-2.5 focus-within:bg-selected @max-[40rem]:grid-cols-[1.5rem_minmax(0,1fr)] max-md:px-4"
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden className="text-ink-2" />
        <div className="min-w-0">
          <h2 className="font-semibold">{t(`of.${of}`)}</h2>
          <p className="text-xs text-ink-3">{t(`about.${of}`)}</p>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 @max-[40rem]:col-span-2">
          {field}
          {unsaved.includes(of) && saved ? (
            <span className="text-xs text-accent">{was}</span>
          ) : null}
        </div>
      </li>
    )
  }
  const choice = (of: Asked) => (
    <SegmentedChoice<string>
      name={of}
      legend={t(`of.${of}`)}
      choices={ANSWERS[of].map((value) => ({ value, label: t(`answer.${value}`) }))}
      value={rules[of]}
      isOff={isReadOnly}
      onChoose={(answer) => choose({ [of]: answer })}
    />
  )
  return (
    <>
      <ul className="border-b border-line">
        {ASKED.map((of) =>
          draw(of, t('was', { answer: t(`answer.${saved?.[of] ?? 'hold'}`) }), choice(of)),
        )}
        {draw(
          'paths',
          t('wasPaths', { count: saved?.paths.length ?? 0 }),
          <PathRows
            rows={rules.paths}
            saved={saved?.paths ?? []}
            isReadOnly={isReadOnly}
            onChange={(paths) => choose({ paths })}
          />,
        )}
      </ul>
      <p className="max-w-3xl px-6 py-3 text-xs text-ink-3 max-md:px-4">{t('foot')}</p>
    </>
  )
}

function Unsaved({ rules, of }: { rules: StoreRules; of: readonly Row[] }) {
  const t = useTranslations('Rules')
  const format = useFormatter()
  const answers = of.map((row) => {
    const answer =
      row === 'paths' ? t('pathCount', { count: rules.paths.length }) : t(`answer.${rules[row]}`)
    return t('unsavedAnswer', { of: t(`of.${row}`), answer })
  })
  return t.rich('unsaved', {
    count: of.length,
    answers: format.list(answers, { type: 'unit' }),
    rest: (words) => <span className="font-normal">{words}</span>,
  })
}
