import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import { VisiblePath } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { Choice, Field } from '@/components/ui/field'
import { MAX_GLOB, MAX_ROWS, PATH_ANSWERS, type PathRow } from './presets'
import { plainName } from '@/lib/text/visible-text'
import { focusIt, Form } from '@/components/ui/form'

export interface PathRowsProps {
  rows: readonly PathRow[]
  saved: readonly PathRow[]
  isReadOnly: boolean
  onChange: (rows: PathRow[]) => void
}

/** Paths that have an answer of their own, and a form for one more. */
export function PathRows({ rows, saved, isReadOnly, onChange }: PathRowsProps) {
  const t = useTranslations('Rules')
  const [isAdding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKey('n', t('addPathLong'), () => setAdding(true), { when: !isReadOnly, bar: true })
  const answers = PATH_ANSWERS.map((value) => ({ value, label: t(`answer.${value}`) }))
  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const isSaved = (row: PathRow) =>
    saved.some(({ glob, answer }) => glob === row.glob && answer === row.answer)
  if (isReadOnly && rows.length === 0) {
    return <span className="text-xs text-ink-3">{t('pathCount', { count: 0 })}</span>
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {rows.map((row) => (
        <span
          key={row.glob}
          className={clsx(
            'inline-flex h-7 max-w-full items-center gap-1 rounded-control bg-raised pl-2 shadow-[0_0_0_1px_var(--edge)] max-md:h-9',
            isSaved(row) ? '[--edge:var(--line-2)]' : '[--edge:var(--accent)]',
          )}
        >
          <span className="min-w-0 truncate font-mono text-code">
            <VisiblePath path={row.glob} />
          </span>
          <span className="shrink-0 [&_select]:h-6 [&_select]:border-0 [&_select]:bg-transparent [&_select]:text-xs [&_select]:text-ink-2 [&_select]:shadow-none">
            <Choice
              label={t('globAnswer', { glob: plainName(row.glob) })}
              isLabelHidden
              choices={answers}
              value={row.answer}
              disabled={isReadOnly}
              onChoose={(answer) =>
                onChange(rows.map((each) => (each === row ? { ...each, answer } : each)))
              }
            />
          </span>
          {isReadOnly ? null : (
            <Button
              size="small-icon"
              label={t('removePath', { glob: plainName(row.glob) })}
              onClick={() => {
                onChange(rows.filter((each) => each !== row))
                button.current?.focus()
              }}
              Icon={X}
            />
          )}
        </span>
      ))}
      {isReadOnly ? null : (
        <Button
          ref={button}
          variant="quiet"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
          Icon={Plus}
          stroke="n"
        >
          {t('addPath')}
        </Button>
      )}
      {isAdding ? (
        <NewRow
          answers={answers}
          count={rows.length}
          onAdd={(row) => onChange([...rows.filter(({ glob }) => glob !== row.glob), row])}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

interface NewRowProps {
  answers: readonly { value: PathRow['answer']; label: string }[]
  /** how many there are */
  count: number
  onAdd: (row: PathRow) => void
  onClose: () => void
}

/** Stays open for the next; a path that has an answer gets this one. */
function NewRow({ answers, count, onAdd, onClose }: NewRowProps) {
  const t = useTranslations('Rules')
  const common = useTranslations('Common')
  const [glob, setGlob] = useState('')
  const [answer, setAnswer] = useState<PathRow['answer']>('hold')
  const [fault, setFault] = useState<Fault | null>(null)
  useKey('escape', common('close'), onClose, { inForms: true })
  return (
    <Form
      className="grid w-full max-w-xl grid-cols-[minmax(0,1fr)_9rem_auto] items-start gap-2 pt-1 max-md:grid-cols-1"
      onSend={() => {
        const found = faultOf(glob, count)
        setFault(found)
        if (found) return
        onAdd({ glob, answer })
        setGlob('')
      }}
    >
      <Field
        label={t('glob')}
        isLabelHidden
        placeholder="/specs/**"
        value={glob}
        hint={t('globAbout')}
        problem={
          fault ? t(`fault.${fault}`, { most: fault === 'many' ? MAX_ROWS : MAX_GLOB }) : null
        }
        autoComplete="off"
        spellCheck={false}
        ref={focusIt}
        onChange={({ target }) => setGlob(target.value)}
      />
      <Choice
        label={t('newGlobAnswer')}
        isLabelHidden
        choices={answers}
        value={answer}
        onChoose={setAnswer}
      />
      <span className="flex gap-1">
        <Button type="submit">{t('add')}</Button>
        <Button variant="quiet" onClick={onClose}>
          {common('close')}
        </Button>
      </span>
    </Form>
  )
}

type Fault = 'slash' | 'long' | 'many' | 'text'

function faultOf(glob: string, count: number): Fault | null {
  if (!glob.startsWith('/')) return 'slash'
  if (glob.length > MAX_GLOB) return 'long'
  if (!glob.isWellFormed() || glob.includes('\0')) return 'text'
  return count >= MAX_ROWS ? 'many' : null
}
