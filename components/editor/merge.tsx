import { GitMerge, Split } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import { linesOfDiff } from '@/components/lines/diff-lines'
import type { Line } from '@/components/lines/line'
import { Lines } from '@/components/lines/lines'
import { useUnsaved } from '@/components/live/use-live'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { fieldLook } from '@/components/ui/field-look'
import type { MergeRegion } from '@/lib/text/merge'
import { conflictsOf, linesTaken, mergedText, startsOf, type Take, written } from './merge-takes'
import { focusIt, Form } from '@/components/ui/form'

export interface MergeProps {
  regions: readonly MergeRegion[]
  /** what the two sides are called, also where one is taken */
  names: { theirs: string; mine: string }
  /** what its button says */
  save: string
  isBusy: boolean
  onSave: (text: string) => void
  /** back, with what is merged so far */
  onBack: (text: string) => void
}

/** Two texts that both changed: each place where they do not fit is decided, then the result is saved. */
export function Merge({ regions, names, save, isBusy, onSave, onBack }: MergeProps) {
  const t = useTranslations('Merge')
  const [takes, setTakes] = useState<ReadonlyMap<number, Take>>(new Map())
  const conflicts = conflictsOf(regions)
  const open = conflicts.filter((index) => !takes.has(index))
  const starts = startsOf(regions, takes)
  const decide = (index: number, take: Take | null) => {
    const next = new Map(takes)
    if (take === null) next.delete(index)
    else next.set(index, take)
    setTakes(next)
  }
  const all = (take: Take) => setTakes(new Map(conflicts.map((index) => [index, take])))
  const isDecided = open.length === 0
  // Before, the key does nothing: on the page beneath it would do what nobody sees.
  const done = () => isDecided && onSave(mergedText(regions, takes))
  useUnsaved(true)
  const back = () => onBack(mergedText(regions, takes))
  useKey('mod+enter', save, done, { inForms: true, bar: isDecided })
  // One step back, not out of what is edited.
  useKey('escape', t('back'), back, { inForms: true })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-1.5">
        <p role="status" className="min-w-0 flex-1 text-ink-2">
          {isDecided ? t('allDecided') : t('open', { open: open.length, count: conflicts.length })}
        </p>
        {(['theirs', 'mine'] as const).map((side) => (
          <Button key={side} variant="quiet" size="small" onClick={() => all(side)}>
            {t('all', { side: names[side] })}
          </Button>
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        {regions.map((region, index) => {
          const line = starts[index] ?? 1
          if (region.kind !== 'conflict')
            return <Fitting key={index} region={region} line={line} names={names} />
          return (
            <Conflict
              key={index}
              region={region}
              line={line}
              names={names}
              take={takes.get(index) ?? null}
              onTake={(take) => decide(index, take)}
            />
          )
        })}
      </div>
      <ActBar
        says={isDecided ? t('allDecided') : t('whyOff')}
        secondary={
          <Button variant="quiet" onClick={back}>
            {t('back')}
          </Button>
        }
        primary={
          <Button
            variant="primary"
            disabled={!isDecided}
            isBusy={isBusy}
            onClick={done}
            stroke="mod+enter"
          >
            {save}
          </Button>
        }
      />
    </div>
  )
}

type Conflicting = Extract<MergeRegion, { kind: 'conflict' }>

/** Lines that need no decision: equal ones fold, what one side changed says which. */
function Fitting({
  region,
  line,
  names,
}: Pick<ConflictProps, 'line' | 'names'> & { region: Exclude<MergeRegion, Conflicting> }) {
  const { kind, lines, base } = region
  const t = useTranslations('Merge')
  const isOneSided = kind === 'ours' || kind === 'theirs'
  const before = isOneSided ? base.join('') : lines.join('')
  const diff = linesOfDiff({ before, after: lines.join(''), path: null, around: 1 })
  const shown = isOneSided
    ? from(line, diff.lines)
    : [
        {
          kind: 'fold' as const,
          text: '',
          count: lines.length,
          inside: lines.map((text, at) => ({
            kind: 'same' as const,
            after: line + at,
            text: text.replace(/\n$/, ''),
          })),
        },
      ]
  return (
    <>
      {isOneSided ? (
        <p className="flex items-center gap-2 border-b border-line px-4 py-1.5">
          <span className="text-ink-3">{t('line', { line })}</span>
          <span className="flex items-center gap-1 font-medium text-added">
            <GitMerge size={14} aria-hidden />
            {t('fits')}
          </span>
          <span className="text-ink-3">
            {t('only', { side: names[kind === 'ours' ? 'mine' : 'theirs'] })}
          </span>
        </p>
      ) : null}
      <Lines lines={shown} layout="unified" />
    </>
  )
}

/** Lines that are counted from 1, as they are in the result. */
const from = (line: number, lines: readonly Line[]): Line[] =>
  lines.map(({ before, after, ...rest }) => ({
    ...rest,
    ...(before !== undefined && { before: before + line - 1 }),
    ...(after !== undefined && { after: after + line - 1 }),
  }))

interface ConflictProps {
  region: Conflicting
  line: number
  names: MergeProps['names']
  take: Take | null
  onTake: (take: Take | null) => void
}

/** Lines that both changed: a side is taken, both are, or a person writes what stands there. */
function Conflict({ region, line, names, take, onTake }: ConflictProps) {
  const t = useTranslations('Merge')
  const [text, setText] = useState<string | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setText(null)
    editButton.current?.focus()
  }
  const write = () => setText(linesTaken(region, take ?? 'mine').join(''))
  return (
    <section aria-label={t('line', { line })} className="border-y border-caution-line">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 bg-caution-bg px-4 py-1">
        <span className="text-ink-2">{t('line', { line })}</span>
        <span className="flex items-center gap-1 font-medium text-caution">
          <Split size={14} aria-hidden />
          {take === null
            ? t('bothChanged')
            : take === 'theirs' || take === 'mine'
              ? t('taken', { side: names[take] })
              : t(take === 'both' ? 'taken_both' : 'taken_text')}
        </span>
        <span className="ml-auto flex flex-wrap gap-1">
          {take === null ? null : (
            <Button variant="quiet" size="small" onClick={() => onTake(null)}>
              {t('undo')}
            </Button>
          )}
          {(['theirs', 'both', 'mine'] as const).map((each) => (
            <Button
              key={each}
              size="small"
              aria-pressed={take === each}
              variant={take === each ? 'primary' : 'secondary'}
              onClick={() => onTake(each)}
            >
              {each === 'both' ? t('both') : names[each]}
            </Button>
          ))}
          <Button ref={editButton} size="small" onClick={write}>
            {t('edit')}
          </Button>
        </span>
      </header>
      {text === null ? (
        <div className="grid grid-cols-2 max-lg:grid-cols-1">
          {(['theirs', 'mine'] as const).map((side) => (
            <Side
              key={side}
              name={names[side]}
              line={line}
              before={region.base.join('')}
              after={linesTaken(region, side).join('')}
              isOff={take === (side === 'mine' ? 'theirs' : 'mine')}
            />
          ))}
        </div>
      ) : (
        <Form
          className="grid gap-2 p-3"
          onSend={() => {
            onTake(written(region, text))
            close()
          }}
        >
          <textarea
            ref={focusIt}
            aria-label={t('resultText')}
            value={text}
            rows={Math.min(16, text.split('\n').length + 1)}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              close()
            }}
            className={`${fieldLook} py-1.5 font-mono text-code`}
          />
          <Button type="submit" size="small" className="w-fit">
            {t('done')}
          </Button>
        </Form>
      )}
    </section>
  )
}

interface SideProps {
  name: string
  line: number
  before: string
  after: string
  isOff: boolean
}

function Side({ name, line, before, after, isOff }: SideProps) {
  const t = useTranslations('Merge')
  const { lines } = linesOfDiff({ before, after, path: null, around: Infinity })
  return (
    <div className={isOff ? 'border-l border-line bg-well grayscale' : 'border-l border-line'}>
      <p className="border-b border-line px-4 py-1 text-xs font-medium text-ink-2">{name}</p>
      {after === '' && before === '' ? (
        <p className="px-4 py-1 text-ink-3">{t('none')}</p>
      ) : (
        <Lines lines={from(line, lines)} layout="unified" />
      )}
    </div>
  )
}
