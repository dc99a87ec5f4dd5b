import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, Ellipsis, Pencil, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { memo, useState } from 'react'
import { ask } from '@/components/act/ask'
import { Kbd } from '@/components/keys/kbd'
import { Lines } from '@/components/lines/lines'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Amount } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useLater } from '@/components/ui/later'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { onceNear } from '@/components/ui/near'
import { Notice } from '@/components/ui/notice'
import { patiently } from '@/components/live/fault'
import { Skeleton } from '@/components/ui/skeleton'
import { plainName } from '@/lib/text/visible-text'
import { SIGNS } from './board-rows'
import { type Block, canBack, canEdit, type Decision, toAskAbout, type Unit } from './decisions'
import { About, BlockTitle, FlagNotes, Places, Writers } from './hunk-parts'
import type { HunkEditorProps } from './hunk-editor'
import type { HunkLines } from './shown'
import { linesAddress, memoryAddress, useHunkWords } from './words'

// Loaded once somebody asks.
const Why = dynamic(() => patiently(() => import('./why')).then((it) => it.Why), { ssr: false })
export const loadEditor = () => import('./hunk-editor')

/** The board loads it right after the page. */
function HunkEditor(props: HunkEditorProps) {
  const later = useLater(loadEditor)
  return later && <later.HunkEditor {...props} />
}

/** What can be done with a hunk, by button, menu or key; `anew`: its flags are others by now. */
export type HunkAct =
  | Extract<Decision, string>
  | 'edit'
  | 'undo'
  | 'backMemory'
  | 'redact'
  | 'request'
  | 'anew'
  | Look

/** How it is shown: `turned` is folded while it is open, and unfolded once it is decided. */
export type Look = 'turned' | 'wide' | 'clear' | 'why'

export interface HunkProps {
  unit: Unit
  /** that it is all of; null: of a memory whose head stands above */
  block: Block | null
  decision: Decision | undefined
  /** its lines, where they came with the page */
  first: HunkLines | undefined
  looks: ReadonlySet<Look>
  isCurrent: boolean
  isEdited: boolean
  onAct: (key: string, act: HunkAct) => void
  /** the person's own lines; null: they left the editor */
  onText: (key: string, text: string | null) => void
}

/** A hunk with its verbs. Once it is decided it folds to a line. */
export const Hunk = memo(function Hunk(props: HunkProps) {
  const { unit, block, decision, looks, isCurrent, isEdited, onAct, onText } = props
  const { key, hunk, memories } = unit
  const words = useHunkWords()
  const isTurned = looks.has('turned')
  const isBare = decision === undefined ? isTurned : !isTurned
  const hasLines = hunk.added + hunk.removed > 0
  return (
    <section
      data-hunk={key}
      data-open={decision === undefined ? '' : undefined}
      tabIndex={-1}
      aria-label={words.name(unit, decision)}
      aria-current={isCurrent || undefined}
      className="relative scroll-mt-16 border-b border-line outline-none aria-current:after:pointer-events-none aria-current:after:absolute aria-current:after:inset-0 aria-current:after:z-1 aria-current:after:shadow-[inset_0_0_0_2px_var(--accent)]"
    >
      {decision === undefined ? (
        <header className="@container flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5">
          {block && <BlockTitle block={block} />}
          {block ? null : <b className="font-medium">{words.place(hunk)}</b>}
          <Writers hunk={hunk} />
          {hasLines ? (
            <Amount added={hunk.added * memories.length} removed={hunk.removed * memories.length} />
          ) : null}
          <Verbs unit={unit} isCurrent={isCurrent} onAct={onAct} />
        </header>
      ) : (
        <Decided unit={unit} block={block} decision={decision} isTurned={isTurned} onAct={onAct} />
      )}
      {isEdited ? (
        <HunkEditor unit={unit} decision={decision} onText={(text) => onText(key, text)} />
      ) : isBare ? null : typeof decision === 'object' ? (
        <pre className="max-h-96 overflow-auto border-t border-line bg-well px-4 py-2 font-mono text-code whitespace-pre-wrap">
          {decision.text}
        </pre>
      ) : (
        <Body {...props} />
      )}
      {memories.length > 1 && !isBare ? <Places unit={unit} /> : null}
    </section>
  )
})

/** Its lines, and what is to be known of them. */
function Body({ unit, first, looks, isCurrent, onAct }: HunkProps) {
  const { key, hunk, memories } = unit
  const t = useTranslations('Review')
  const lines = useTranslations('Lines')
  const [isNear, setNear] = useState(false)
  const [memory] = memories
  const isWide = looks.has('wide')
  const isClear = looks.has('clear')
  const isFirst = first !== undefined && !isWide && !isClear
  const address = linesAddress(unit, { wide: isWide, clear: isClear })
  const { data, error } = useQuery<HunkLines>({
    queryKey: ['change', memory.id, memory.shown, hunk.at, isWide, isClear],
    queryFn: ({ signal }) => ask<HunkLines>(address, signal),
    enabled: !isFirst && (isNear || isCurrent),
    // What is shown in clear is kept for no longer than it is shown.
    gcTime: isClear ? 0 : 300_000,
  })
  const shown = isFirst ? first : (data ?? first)
  const { notShown: more = 0, cut = 0 } = shown ?? {}
  return (
    <div ref={shown || isNear ? undefined : onceNear(() => setNear(true))}>
      {hunk.kind === 'renamed' ? (
        <p className="px-4 pb-3 pl-12 text-ink-2 wrap-anywhere">
          {t('renamed', { from: plainName(hunk.says), to: plainName(memory.path) })}
        </p>
      ) : null}
      {error ? <Notice tone="caution">{t('unread')}</Notice> : null}
      {shown ? (
        <Lines lines={shown.lines} layout="unified" />
      ) : error ? null : (
        <Skeleton count={4} label={t('loading')} />
      )}
      {shown && (more + cut > 0 || shown.isMasked || isClear) ? (
        <div className="flex flex-wrap gap-1 px-3 py-1">
          {more + cut > 0 ? (
            <Button
              variant="quiet"
              size="small"
              onClick={() => onAct(key, 'wide')}
              Icon={ChevronDown}
            >
              {more > 0 ? t('moreLines', { count: more }) : lines('cut', { count: cut })}
            </Button>
          ) : null}
          {shown.isMasked || isClear ? (
            <Button
              variant="quiet"
              size="small"
              aria-pressed={isClear}
              onClick={() => onAct(key, 'clear')}
            >
              {t('inClear')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <About hunk={hunk} />
      <div aria-live="polite">{looks.has('why') ? <Why unit={unit} /> : null}</div>
      <FlagNotes unit={unit} onDone={() => onAct(key, 'anew')} />
    </div>
  )
}

/** What decides a hunk, where it can. */
export const VERBS = [
  { act: 'keep', words: 'keep', stroke: 'a', Icon: Check, isPossible: () => true },
  { act: 'back', words: 'takeBack', stroke: 'r', Icon: Undo2, isPossible: canBack },
  { act: 'edit', words: 'edit', stroke: 'e', Icon: Pencil, isPossible: canEdit },
] as const

function Verbs({ unit, isCurrent, onAct }: Pick<HunkProps, 'unit' | 'isCurrent' | 'onAct'>) {
  const { key, hunk, memories } = unit
  const t = useTranslations('Review')
  const [memory] = memories
  return (
    <span className="ml-auto flex flex-wrap items-center gap-0.5 max-md:hidden">
      {VERBS.map(({ act, words, stroke, Icon, isPossible }) =>
        isPossible(unit) ? (
          <Button
            key={act}
            variant={act === 'back' && isCurrent ? 'quiet-danger' : 'quiet'}
            onClick={() => onAct(key, act)}
            Icon={Icon}
          >
            {t(words)}
            {/* Its place stays free: what is pressed must not move as the hunk becomes the current one. */}
            <span className={isCurrent ? '' : 'invisible'}>
              <Kbd stroke={stroke} />
            </span>
          </Button>
        ) : null,
      )}
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        <MenuButton stroke="space" onSelect={() => onAct(key, 'turned')}>
          {t('fold')}
        </MenuButton>
        {hunk.kind === 'lines' ? (
          <MenuButton onSelect={() => onAct(key, 'wide')}>{t('around')}</MenuButton>
        ) : null}
        <MenuButton stroke="w" onSelect={() => onAct(key, 'why')}>
          {t('why')}
        </MenuButton>
        {toAskAbout(unit) ? (
          <MenuButton stroke="c" onSelect={() => onAct(key, 'request')}>
            {t('request')}
          </MenuButton>
        ) : null}
        {memory.kind !== 'deleted' ? (
          <MenuLink href={memoryAddress(memory)} stroke="enter">
            {t('open')}
          </MenuLink>
        ) : null}
        {!canBack(unit) || memories.length > 1 ? null : (
          <MenuButton stroke="shift+r" onSelect={() => onAct(key, 'backMemory')}>
            {t('takeBackMemory')}
          </MenuButton>
        )}
        <MenuRule />
        <MenuButton stroke="x" isDanger onSelect={() => onAct(key, 'redact')}>
          {t('redact')}
        </MenuButton>
      </Menu>
    </span>
  )
}

/** What was decided, in one line. */
function Decided({
  unit,
  block,
  decision,
  isTurned,
  onAct,
}: Pick<HunkProps, 'unit' | 'block' | 'onAct'> & { decision: Decision; isTurned: boolean }) {
  const { key, hunk, memories } = unit
  const t = useTranslations('Review')
  const words = useHunkWords()
  const outcome = typeof decision === 'object' ? 'edit' : decision
  const [Sign, look] = SIGNS[outcome]
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 bg-well px-4 py-1">
      <Sign size={15} aria-hidden className={look} />
      <b className="font-semibold">{t(`decided.${outcome}`)}</b>
      {block && <BlockTitle block={block} />}
      {memories.length > 1 || hunk.kind === 'created' ? null : (
        <span className="text-ink-2">{words.place(hunk)}</span>
      )}
      <span className="min-w-0 flex-1 truncate text-ink-2">
        {hunk.says === '' ? null : (
          <>
            “<VisibleLabel text={hunk.says} />”
          </>
        )}
      </span>
      {outcome === 'keep' || hunk.kind !== 'renamed' ? (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isTurned}
          onClick={() => onAct(key, 'turned')}
        >
          {t('show')}
        </Button>
      ) : null}
      <Button variant="quiet" size="small" onClick={() => onAct(key, 'undo')}>
        {t('undo')}
      </Button>
    </div>
  )
}
