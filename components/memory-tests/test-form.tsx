'use client'

import { Plus, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import type { Check } from '@/lib/replay/model/check'
import { ModelChoice } from '@/components/session/start/model-choice'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'
import type { ModelChoice as Model } from '@/lib/agent/list-models'
import type { ToolSet } from '@/lib/agent/session-settings'
import type { VerdictRule } from '@/lib/memory-tests/model/verdict'
import { saveTestAction } from './actions'
import { type CheckDraft, CheckFields, draftOf } from './check-fields'
import { VerdictFields } from './verdict-fields'

export interface TestFormProps {
  storeId: string
  /** null: it is new */
  testId: string | null
  name: string
  messages: readonly string[]
  checks: readonly Check[]
  model: string
  /** below which paths changes run it; [] for none */
  paths: readonly string[]
  /** the hour of the day at which it runs, `02:30` in UTC; '': at none */
  nightlyAt: string
  isGate: boolean
  /** whether the change since which it fails is looked for by itself; null: where that costs nothing */
  bisectsItself: boolean | null
  /** whether the agent may write, in the copy that it has */
  access: 'read_write' | 'read_only'
  /** the start of its system prompt */
  instructions: string
  toolSet: ToolSet
  /** when its answers are enough */
  rule: VerdictRule
  /** the rule that a new test has */
  usualRule: VerdictRule
  /** those that there are, the usual one first */
  toolSets: readonly ToolSet[]
  models: readonly Model[]
  practiceModel: string
}

interface Said {
  key: number
  text: string
}

/** A question and what its answer must pass, to write or to change. */
export function TestForm(props: TestFormProps) {
  const t = useTranslations('MemoryTests')
  const tTools = useTranslations('SessionSettings')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [name, setName] = useState(props.name)
  const [said, setSaid] = useState<readonly Said[]>(
    props.messages.map((text, key) => ({ key, text })),
  )
  const [checks, setChecks] = useState<readonly CheckDraft[]>(props.checks.map(draftOf))
  const [model, setModel] = useState(props.model)
  const [paths, setPaths] = useState(props.paths.join('\n'))
  const [nightlyAt, setNightlyAt] = useState(props.nightlyAt)
  const [isGate, setGate] = useState(props.isGate)
  const [bisectsItself, setBisectsItself] = useState(props.bisectsItself)
  const [mayWrite, setMayWrite] = useState(props.access === 'read_write')
  const [instructions, setInstructions] = useState(props.instructions)
  const [toolSet, setToolSet] = useState(props.toolSet)
  const [rule, setRule] = useState(props.rule)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const save = () => {
    if (isPending) return
    startTransition(async () => {
      const { storeId, testId } = props
      const messages = said.map(({ text }) => text)
      const test = {
        ...{ storeId, testId, name, messages, model, nightlyAt, isGate, bisectsItself },
        access: mayWrite ? ('read_write' as const) : ('read_only' as const),
        ...{ instructions, toolSet },
        checks: checks.map(({ check }) => check),
        verdict: rule,
        paths: paths.split('\n').flatMap((path) => path.trim() || []),
      }
      const outcome = await saveTestAction(test).catch(noAnswer)
      if (outcome.isDone) router.push(`/stores/${storeId}/tests?test=${outcome.value}`)
      else setWhy(whyNot(outcome))
    })
  }
  return (
    <form
      className="space-y-6"
      onKeyDown={sendByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Field
        id="test-name"
        label={t('name')}
        hint={t('nameHint')}
        value={name}
        required
        autoFocus
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="space-y-2">
        <legend className="font-medium">{t('asked')}</legend>
        {said.map(({ key, text }, index) => (
          <div key={key} className="flex items-start gap-1.5">
            <textarea
              aria-label={t('message', { number: index + 1 })}
              required
              rows={2}
              value={text}
              onChange={({ target }) =>
                setSaid(said.map((each) => (each.key === key ? { key, text: target.value } : each)))
              }
              className="block min-h-16 w-full rounded-control border border-control bg-sheet px-2 py-1.5"
            />
            {said.length === 1 ? null : (
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('removeMessage', { number: index + 1 })}
                onClick={() => setSaid(said.filter((each) => each.key !== key))}
              >
                <X size={14} aria-hidden />
              </Button>
            )}
          </div>
        ))}
        <Button
          variant="quiet"
          size="small"
          onClick={() => setSaid([...said, { key: nextKey(said), text: '' }])}
        >
          <Plus size={13} aria-hidden /> {t('addMessage')}
        </Button>
        {said.length > 1 ? <p className="text-xs text-ink-3">{t('lastCounts')}</p> : null}
      </fieldset>
      <CheckFields checks={checks} model={model} onChange={setChecks} />
      <div>
        <div className="mb-1 font-medium">{t('model')}</div>
        <ModelChoice
          models={props.models}
          practiceModel={props.practiceModel}
          value={model}
          onChoose={setModel}
        />
      </div>
      <fieldset className="space-y-3">
        <legend className="font-medium">{t('byItself')}</legend>
        <div>
          <label htmlFor="test-paths">{t('paths')}</label>
          <textarea
            id="test-paths"
            rows={2}
            value={paths}
            placeholder="/"
            aria-describedby="test-paths-hint"
            onChange={({ target }) => setPaths(target.value)}
            className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1.5 font-mono text-code"
          />
          <p id="test-paths-hint" className="mt-1 text-xs text-ink-3">
            {t('pathsHint')}
          </p>
        </div>
        <div>
          <label htmlFor="test-nightly">{t('nightly')}</label>
          <input
            id="test-nightly"
            type="time"
            value={nightlyAt}
            onChange={({ target }) => setNightlyAt(target.value)}
            className="mt-1 block h-8 rounded-control border border-control bg-sheet px-2"
          />
        </div>
        <div>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={bisectsItself ?? model === props.practiceModel}
              aria-describedby="test-bisects-hint"
              onChange={({ target }) => setBisectsItself(target.checked)}
            />
            {t('bisects')}
          </label>
          <p id="test-bisects-hint" className="mt-1 text-xs text-ink-3">
            {t('bisectsHint')}
          </p>
        </div>
        <div>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={isGate}
              aria-describedby="test-gate-hint"
              onChange={({ target }) => setGate(target.checked)}
            />
            {t('gate')}
          </label>
          <p id="test-gate-hint" className="mt-1 text-xs text-ink-3">
            {t('gateHint')}
          </p>
        </div>
      </fieldset>
      <details open={isRare(props)}>
        <summary className="w-fit cursor-pointer rounded-mark text-ink-2 hover:text-ink">
          {t('more')}
        </summary>
        <div className="mt-3 space-y-4">
          <VerdictFields
            rule={rule}
            sequential={'needed' in props.rule ? props.usualRule : props.rule}
            onChange={setRule}
          />
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={mayWrite}
              onChange={({ target }) => setMayWrite(target.checked)}
            />
            {t('mayWrite')}
          </label>
          <div>
            <label htmlFor="test-instructions">{t('instructions')}</label>
            <textarea
              id="test-instructions"
              rows={3}
              value={instructions}
              aria-describedby="test-instructions-hint"
              onChange={({ target }) => setInstructions(target.value)}
              className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1.5"
            />
            <p id="test-instructions-hint" className="mt-1 text-xs text-ink-3">
              {t('instructionsHint')}
            </p>
          </div>
          <div>
            <label htmlFor="test-tools">{tTools('tools')}</label>
            <select
              id="test-tools"
              value={toolSet}
              onChange={({ target }) => setToolSet(target.value as ToolSet)}
              className="mt-1 block h-8 rounded-control border border-control bg-sheet px-2"
            >
              {props.toolSets.map((each) => (
                <option key={each} value={each}>
                  {tTools(`name_${each}`)}
                </option>
              ))}
            </select>
          </div>
        </div>
      </details>
      <div className="space-y-2">
        <p className="text-sm text-ink-2">{t('onCopies')}</p>
        <Button type="submit" variant="primary" size="large" isBusy={isPending}>
          {t(isPending ? 'saving' : 'save')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </form>
  )
}

/** Returns whether something of the rarer settings is not as a new test has it. */
function isRare({ rule, access, instructions, toolSet, toolSets }: TestFormProps): boolean {
  const isUsual = access === 'read_write' && instructions === '' && toolSet === toolSets[0]
  return 'needed' in rule || !isUsual
}

function nextKey(rows: readonly { key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1
}
