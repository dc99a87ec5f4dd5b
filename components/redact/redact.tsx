'use client'

import { Eraser, Eye, EyeOff, SearchX } from 'lucide-react'
import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import {
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { useAsked } from '@/components/act/ask'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { Empty } from '@/components/ui/empty'
import { Checkbox, Field, StoreChoice } from '@/components/ui/field'
import { fieldLook } from '@/components/ui/field-look'
import { Form } from '@/components/ui/form'
import { hand, useHanded } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { lookFor, redact } from './actions'
import { type Looked, NOTHING, type Ticked } from './looked'
import { Places } from './places'

/** Of a text of many lines, the others are scrolled to. */
const MOST_ROWS = 8

export interface RedactProps {
  stores: readonly { id: string; name: string }[]
  /** chosen at first; '': all */
  storeId: string
}

/** Takes a text out for good: where it is, what goes, what stays, and one question before. */
export function Redact({ stores, storeId }: RedactProps) {
  const t = useTranslations('Redact')
  const handed = useHanded('redaction')
  const [looked, send, isLooking] = useAsked(lookFor, { ...NOTHING, storeId })
  const [text, setText] = useState(handed?.text ?? '')
  // Of another text nothing is known of what goes with it.
  const others = text === handed?.text ? (handed.others ?? []) : []
  // What is typed after looking is another text, of which nothing is known yet.
  const [sent, setSent] = useState('')
  const [isShown, setShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = (ticked: Ticked | null = null) => {
    if (!form.current) return
    const data = new FormData(form.current)
    data.set('asked', JSON.stringify({ text, others, ticked }))
    setSent(text)
    startTransition(() => send(data))
  }
  const begin = useEffectEvent(() => {
    if (text !== '') submit()
  })
  useEffect(() => begin(), [])
  const wasLooked = looked.text !== '' && looked.why === null && text === sent
  return (
    <>
      <Form
        ref={form}
        onSend={() => submit()}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2"
      >
        <label htmlFor="text">{t('text')}</label>
        <span className="relative min-w-48 flex-1 max-md:basis-full">
          <textarea
            id="text"
            rows={Math.min(text.split('\n').length, MOST_ROWS)}
            value={text}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              // Of what was found, Control and Enter ask whether it is to go.
              if (wasLooked && (event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              form.current?.requestSubmit()
            }}
            onChange={(event) => setText(event.target.value)}
            required
            // The page begins with this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className={clsx(
              fieldLook,
              'resize-none py-1.5 pr-9 font-mono max-md:py-2.5',
              !isShown && '[-webkit-text-security:disc]',
            )}
          />
          <button
            type="button"
            aria-label={t(isShown ? 'hide' : 'show')}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center text-ink-3 hover:text-ink"
          >
            {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </button>
        </span>
        <span className="text-ink-3 tabular-nums max-md:basis-full">
          {t('length', { count: [...text].length })}
        </span>
        <span aria-hidden className="max-md:hidden">
          {t('in')}
        </span>
        <StoreChoice
          label={t('in')}
          all={t('everywhere')}
          stores={stores}
          defaultValue={looked.storeId}
          // What is redacted is what the page shows to be chosen.
          onChoose={() => {
            if (text !== '' && text === sent) submit()
          }}
        />
        <Button
          type="submit"
          variant={wasLooked ? 'secondary' : 'primary'}
          isBusy={isLooking}
          stroke="enter"
        >
          {t('find')}
        </Button>
      </Form>
      <WhyNot why={looked.why} />
      <p role="status" className="sr-only">
        {wasLooked && !isLooking ? t('found', { count: looked.total }) : ''}
      </p>
      {!wasLooked ? (
        <Empty Icon={Eraser} title={t('emptyTitle')}>
          {t('about')}
        </Empty>
      ) : looked.total === 0 && looked.spellings.length === 0 ? (
        <Empty Icon={SearchX} title={t('none')}>
          {t('noneHint')}
        </Empty>
      ) : (
        <Choices
          key={`${looked.text} ${looked.storeId}`}
          looked={looked}
          text={text}
          stores={stores}
          isLooking={isLooking}
          isShown={isShown}
          back={handed?.back ?? null}
          onLook={submit}
        />
      )}
    </>
  )
}

interface ChoicesProps {
  looked: Looked
  text: string
  stores: RedactProps['stores']
  isLooking: boolean
  /** whether the text, and with it its other spellings, is shown in clear */
  isShown: boolean
  /** the address that the receipt leads back to */
  back: string | null
  onLook: (ticked: Ticked) => void
}

function Choices({ looked, text, stores, isLooking, isShown, back, onLook }: ChoicesProps) {
  const t = useTranslations('Redact')
  const [replacement, setReplacement] = useState('[redacted]')
  const [earlierVersions, setEarlier] = useState<'rewrite' | 'empty'>('rewrite')
  const [ticked, setTicked] = useOptimistic(looked.ticked)
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy, why } = useAct(redact, {
    to: (id) => {
      if (back !== null) hand('redacted', back)
      return `/redactions/${id}`
    },
  })
  const { total: count, hash, storeId } = looked
  useKey('mod+enter', t('act', { count }), () => setAsked(true), {
    when: count > 0 && !isLooking,
    inForms: true,
    bar: true,
  })
  // What is ticked is looked for, so that all that would be redacted is shown.
  const toggle = (list: keyof Ticked, value: string) => {
    const after = [...toggled(new Set(ticked[list]), value)]
    startTransition(() => {
      setTicked({ ...ticked, [list]: after })
      onLook({ ...ticked, [list]: after })
    })
  }
  const start = async () => {
    const result = await run({
      hash,
      text,
      ...looked.ticked,
      replacement,
      storeId,
      earlierVersions,
    })
    if (result.ok || result.code !== 'plan_changed') return
    setAsked(false)
    onLook(looked.ticked)
  }
  return (
    <>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_19rem] max-lg:grid-cols-1">
        <Places looked={looked} stores={stores} />
        <aside
          aria-label={t('actPanel')}
          className="grid content-start gap-5 border-l border-line p-4 max-lg:border-t max-lg:border-l-0"
        >
          <Field
            label={t('replacement')}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            placeholder={t('nothing')}
            autoComplete="off"
          />
          <section>
            <h2 className="pb-1.5 font-medium">{t('earlier')}</h2>
            <SegmentedChoice
              name="earlier"
              legend={t('earlier')}
              choices={[
                { value: 'rewrite', label: t('rewrite') },
                { value: 'empty', label: t('empty') },
              ]}
              value={earlierVersions}
              onChoose={setEarlier}
            />
            <p className="pt-1.5 text-xs text-ink-2">{t(`${earlierVersions}Hint`)}</p>
          </section>
          {(['others', 'spellings'] as const).map((kind) => (
            <Ticks
              key={kind}
              title={t(kind)}
              choices={looked[kind].map((each) => ({
                value: each.text,
                label: (
                  <span className="font-mono text-xs">{isShown ? each.text : each.masked}</span>
                ),
                count: each.count,
              }))}
              ticked={ticked.also}
              onTick={(value) => toggle('also', value)}
            />
          ))}
          <Ticks
            title={t('copies')}
            choices={looked.copies.map(({ id, name, count: places }) => ({
              value: id,
              label: plainName(name),
              count: places,
            }))}
            ticked={ticked.copyIds}
            onTick={(value) => toggle('copyIds', value)}
          />
          <section>
            <h2 className="pb-1.5 font-medium">{t('stays')}</h2>
            <p className="text-ink-2">{t('stays_who')}</p>
            <p className="pt-1 text-ink-2">{t('stays_order')}</p>
          </section>
          <section>
            <h2 className="pb-1.5 font-medium">{t('reach')}</h2>
            <p className="text-ink-2">{t('reachAbout')}</p>
          </section>
        </aside>
      </div>
      <ActBar
        says={t('says', { count })}
        about={why ? <WhyNot why={why} /> : t('actAbout')}
        primary={
          <Button
            variant="primary"
            isBusy={isLooking}
            onClick={() => setAsked(true)}
            Icon={Eraser}
            stroke="mod+enter"
          >
            {t('act', { count })}
          </Button>
        }
      />
      <AskedOnce
        title={t('askTitle', { count })}
        description={t('askAbout')}
        act={t('askRun', { count })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        by={{ isBusy, why }}
        onAct={() => void start()}
      />
    </>
  )
}

interface TicksProps {
  title: string
  choices: readonly { value: string; label: ReactNode; count: number }[]
  ticked: readonly string[]
  onTick: (value: string) => void
}

function Ticks({ title, choices, ticked, onTick }: TicksProps) {
  if (choices.length === 0) return null
  return (
    <section>
      <h2 className="pb-1.5 font-medium">{title}</h2>
      <ul className="grid gap-1">
        {choices.map(({ value, label, count }) => (
          <li key={value} className="flex items-center gap-2">
            <Checkbox isTicked={ticked.includes(value)} onTick={() => onTick(value)}>
              <span className="truncate">{label}</span>
            </Checkbox>
            <span className="ml-auto text-ink-3 tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
