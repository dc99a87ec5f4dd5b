'use client'

import { Plus, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'
import { pointsTold } from '@/lib/experiments/model/comparison'
import { priceExperimentAction, startExperimentAction } from './actions'
import { type ColumnDraft, ColumnFields, type ColumnSources } from './column-fields'
import { ColumnSettings } from './column-settings'
import type { ExperimentPrice } from './experiment-price'

export interface ExperimentFormProps {
  storeId: string
  name: string
  tests: readonly { id: string; name: string }[]
  sources: ColumnSources
}

const SAMPLES = [10, 20, 63] as const

/** What is compared by which tests, how often, and what that costs before it starts. */
export function ExperimentForm({ storeId, tests, sources, ...props }: ExperimentFormProps) {
  const t = useTranslations('Experiments')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [name, setName] = useState(props.name)
  const [columns, setColumns] = useState<readonly ColumnDraft[]>([
    newColumn(0, 'now'),
    newColumn(1, sources.moments[0] ? `at:${sources.moments[0].sequence}` : 'change'),
  ])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [samples, setSamples] = useState<number>(SAMPLES[0])
  const [price, setPrice] = useState<ExperimentPrice | null>(null)
  const [budget, setBudget] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const testIds = tests.map(({ id }) => id).filter((id) => !left.has(id))
  const asked = {
    ...{ storeId, name, testIds, samples },
    columns: columns.map((column) => columnOf(column, storeId)),
  }
  /** Another experiment has another price. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setPrice(null)
    }
  const changeColumns = changed(setColumns)
  const changeColumn = (draft: ColumnDraft) =>
    changeColumns(columns.map((each) => (each.key === draft.key ? draft : each)))
  const submit = () => {
    if (isPending) return
    startTransition(async () => {
      if (price === null) {
        const outcome = await priceExperimentAction(asked).catch(noAnswer)
        setWhy(whyNot(outcome))
        if (!outcome.isDone) return
        setPrice(outcome.value)
        setBudget(String(outcome.value.maxRequests))
        return
      }
      const outcome = await startExperimentAction({
        ...asked,
        maxRequests: Number(budget),
      }).catch(noAnswer)
      if (outcome.isDone) router.push(`/stores/${storeId}/experiments/${outcome.value}`)
      else setWhy(whyNot(outcome))
    })
  }
  return (
    <form
      className="space-y-6"
      onKeyDown={sendByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Field
        id="experiment-name"
        label={t('name')}
        hint={t('nameHint')}
        value={name}
        required
        autoFocus
        autoComplete="off"
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="min-w-0 space-y-2">
        <legend className="font-medium">{t('columns')}</legend>
        {columns.map((column, index) => (
          <div key={column.key} className="space-y-1">
            <div className="flex items-end gap-1.5 max-md:flex-wrap">
              <ColumnFields
                column={column}
                number={index + 1}
                sources={sources}
                onChange={changeColumn}
              />
              {columns.length === 2 ? null : (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('removeColumn', { number: index + 1 })}
                  onClick={() => changeColumns(columns.filter(({ key }) => key !== column.key))}
                >
                  <X size={14} aria-hidden />
                </Button>
              )}
            </div>
            <ColumnSettings
              column={column}
              number={index + 1}
              sources={sources}
              onChange={changeColumn}
            />
          </div>
        ))}
        {columns.length === MAX_COLUMNS ? null : (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              const key = Math.max(...columns.map((each) => each.key)) + 1
              changeColumns([...columns, newColumn(key, 'now')])
            }}
          >
            <Plus size={13} aria-hidden /> {t('addColumn')}
          </Button>
        )}
        <p className="text-xs text-ink-3">{t('firstIsBaseline')}</p>
      </fieldset>
      <fieldset className="min-w-0 space-y-1">
        <legend className="mb-1 font-medium">{t('tests')}</legend>
        {tests.map((test) => (
          <label key={test.id} className="flex min-h-7 items-center gap-2">
            <input
              type="checkbox"
              checked={!left.has(test.id)}
              onChange={({ target }) => {
                const next = new Set(left)
                if (target.checked) next.delete(test.id)
                else next.add(test.id)
                changed(setLeft)(next)
              }}
            />
            <VisibleLabel text={test.name} />
          </label>
        ))}
      </fieldset>
      <fieldset className="min-w-0 space-y-1">
        <legend className="mb-1 font-medium">{t('samples')}</legend>
        {SAMPLES.map((count) => (
          <label key={count} className="flex min-h-7 items-center gap-2">
            <input
              type="radio"
              name="samples"
              checked={samples === count}
              onChange={() => changed(setSamples)(count)}
            />
            <span className="w-6 tabular-nums">{count}</span>
            <span className="text-xs text-ink-3">{told(count * testIds.length, t)}</span>
          </label>
        ))}
        <p className="text-xs text-ink-3">{t('toldHow')}</p>
      </fieldset>
      {price === null ? null : (
        <div className="space-y-2" role="status">
          <p>{priceSentence(price, t)}</p>
          <Field
            id="experiment-budget"
            className="max-w-56"
            label={t('budget')}
            type="number"
            min={1}
            required
            value={budget}
            onChange={({ target }) => setBudget(target.value)}
          />
        </div>
      )}
      <div className="space-y-2">
        <p className="text-sm text-ink-2">{t('onCopies')}</p>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isBusy={isPending}
          disabled={testIds.length === 0}
        >
          {t(price === null ? 'showPrice' : 'start')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </form>
  )
}

const MAX_COLUMNS = 6

/** What it would cost, in words. */
function priceSentence(
  { answers, requests, tokens, isFree, money }: ExperimentPrice,
  t: ReturnType<typeof useTranslations<'Experiments'>>,
): string {
  if (isFree) return t('priceFree', { answers, requests })
  if (money === null) return t('price', { answers, requests, tokens })
  return t('priceMoney', { answers, requests, tokens, money })
}

/** What so many answers a column can tell, in words. */
function told(answers: number, t: ReturnType<typeof useTranslations<'Experiments'>>): string {
  const points = pointsTold(answers)
  return points === null ? t('tellsNothing', { answers }) : t('tells', { answers, points })
}

function newColumn(key: number, place: string): ColumnDraft {
  return { key, place, change: '', model: '', access: '', instructions: '', toolSet: '' }
}

function columnOf({ place, change, ...settings }: ColumnDraft, ownId: string) {
  const { model, access, instructions, toolSet } = settings
  const [kind = '', value = ''] = place.split(':')
  return {
    storeId: kind === 'branch' ? value : ownId,
    sequence: kind === 'at' ? Number(value) : kind === 'change' ? Number(change) : null,
    model: model === '' ? null : model,
    access: access === '' ? null : access,
    instructions: instructions.trim() === '' ? null : instructions,
    toolSet: toolSet === '' ? null : toolSet,
  }
}
