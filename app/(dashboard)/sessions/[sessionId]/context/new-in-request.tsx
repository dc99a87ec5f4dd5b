import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import {
  type CalledStore,
  calledName,
  verbKey,
  verbOf,
} from '@/components/session/conversation/call-words'
import type { Texts } from '@/components/i18n/texts'
import type { ContextRequest } from '@/lib/agent/context-history'
import type { RequestAt } from '@/lib/agent/request-at'
import { requestNews } from '@/lib/agent/request-news'
import { type ContextBlock, sumOf, textOfBlock } from '@/lib/context/context-block'
import { inputTokens } from '@/lib/context/context-size'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { plainName } from '@/lib/text/plain-text'
import { cacheShare } from './used-tokens'

/** Blocks in words, the newest; the JSON has all. */
const SHOWN = 60

/** Characters of a block that stand on the page. */
const MAX_SHOWN = 20_000

export interface NewInRequestProps {
  sent: RequestAt
  /** the request before; null: there is none */
  previous: RequestAt | null
  /** what is known of both */
  request: ContextRequest
  before: ContextRequest | null
  number: number
  /** of the session */
  stores: readonly CalledStore[]
}

/** What a request adds to the one before, in words, and what it leaves out. */
export async function NewInRequest(props: NewInRequestProps) {
  const { sent, previous, request, before, number, stores } = props
  const t = await texts()
  const format = await formats()
  const { added, removed, same, isSetUpAnew } = requestNews(previous, sent)
  const calls = callsOf([...(previous?.blocks ?? []), ...sent.blocks])
  const grown = sumOf(request.parts) - (before ? sumOf(before.parts) : 0)
  const listOf = (blocks: readonly ContextBlock[]) =>
    blocks
      .slice(-SHOWN)
      .map((block, index) => (
        <Part
          key={index}
          label={labelOf(t, block, { calls, stores })}
          tokens={estimatedTokens(textOfBlock(block.block))}
          isCode={block.block.type === 'tool_use' || block.block.type === 'tool_result'}
          text={wordsOf(block)}
        />
      ))
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('Context.newIn', { number })}
      className="context-scroll outline-offset-[-2px]"
    >
      <p className="flex flex-wrap gap-x-3 border-b border-line px-4 py-2 tabular-nums">
        <span>
          <strong className="font-semibold">
            {format.number(grown, { notation: 'compact', signDisplay: 'exceptZero' })}
          </strong>{' '}
          {t('Context.newParts', { count: added.length })}
        </span>
        {inputTokens(request) === 0 ? null : (
          <span className="text-ink-3">
            {t('Context.cachedShare', { share: cacheShare(request) })}
          </span>
        )}
      </p>
      <ul>
        {before === null ? null : (
          <Note>{t(isSetUpAnew ? 'Context.setUpAnew' : 'Context.setUpSame')}</Note>
        )}
        {same === 0 ? null : <Note>{t('Context.sameParts', { count: same })}</Note>}
        {removed.length === 0 ? null : (
          <li className="border-b border-line">
            <details className="group/gone">
              <summary className="flex cursor-pointer list-none items-center gap-2 bg-removed-line px-4 py-1.5 text-xs outline-offset-[-2px]">
                <Chevron className="group-open/gone:rotate-90" />
                {t('Context.goneParts', {
                  count: removed.length,
                  tokens: removed.reduce(
                    (sum, { block }) => sum + estimatedTokens(textOfBlock(block)),
                    0,
                  ),
                })}
              </summary>
              <ul>{listOf(removed)}</ul>
            </details>
          </li>
        )}
        {added.length > SHOWN ? (
          <Note>{t('Context.moreParts', { count: added.length - SHOWN })}</Note>
        ) : null}
        {listOf(added)}
      </ul>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <li className="border-b border-line bg-well px-4 py-1.5 text-xs text-ink-3">{children}</li>
}

function Chevron({ className }: { className: string }) {
  return (
    <ChevronRight size={13} aria-hidden className={`shrink-0 transition-transform ${className}`} />
  )
}

/** Longer texts are folded to a line. */
const FOLDED_FROM = 600

async function Part({
  label,
  tokens,
  isCode,
  text,
}: {
  label: string
  tokens: number
  isCode: boolean
  text: string
}) {
  const t = await texts()
  const head = (
    <>
      <span className="font-medium">{label}</span>
      <span className="ml-auto text-xs text-ink-3 tabular-nums">
        {t('Context.aboutTokens', { tokens })}
      </span>
    </>
  )
  const body = (
    <div
      className={`mt-1 wrap-anywhere whitespace-pre-wrap ${isCode ? 'font-mono text-xs text-ink-2' : ''}`}
    >
      <VisibleText text={text.slice(0, MAX_SHOWN)} />
      {text.length > MAX_SHOWN ? (
        <p className="text-ink-3">{t('Diff.cut', { count: text.length - MAX_SHOWN })}</p>
      ) : null}
    </div>
  )
  if (text.length < FOLDED_FROM) {
    return (
      <li className="border-b border-line px-4 py-2">
        <div className="flex items-baseline gap-2">{head}</div>
        {text === '' ? null : body}
      </li>
    )
  }
  return (
    <li className="border-b border-line px-4 py-2">
      <details className="group/part">
        <summary className="flex cursor-pointer list-none items-baseline gap-2">
          <Chevron className="self-center group-open/part:rotate-90" />
          {head}
        </summary>
        {body}
      </details>
    </li>
  )
}

interface Call {
  name: string
  input: Record<string, unknown>
}

/** The calls among blocks, by their ids. */
function callsOf(blocks: readonly ContextBlock[]): Map<string, Call> {
  return new Map(
    blocks.flatMap(({ block }): [string, Call][] =>
      block.type === 'tool_use'
        ? [[block.id, { name: block.name, input: block.input as Record<string, unknown> }]]
        : [],
    ),
  )
}

function labelOf(
  t: Texts,
  { role, part, block }: ContextBlock,
  { calls, stores }: { calls: ReadonlyMap<string, Call>; stores: readonly CalledStore[] },
): string {
  const called = (id: string, state: 'running' | 'done') => {
    const call = calls.get(id)
    if (!call) return t('Context.block_result')
    const verb = t(`Call.${verbKey(verbOf(call.name, call.input), state)}`)
    return `${verb} ${plainName(calledName(call, stores))}`.trim()
  }
  switch (block.type) {
    case 'tool_use':
      return called(block.id, 'running')
    case 'tool_result':
      return called(block.tool_use_id, 'done')
    case 'thinking':
      return t('Context.block_thinking')
    default:
      if (role === 'assistant') return t('Context.block_agent')
      return t(part === 'otherResults' ? 'Context.block_result' : `Context.block_${part}`)
  }
}

/** The text of a block; of a call what the label does not say. */
function wordsOf({ block }: ContextBlock): string {
  switch (block.type) {
    case 'tool_use': {
      const texts = Object.entries(block.input as Record<string, unknown>).filter(
        ([name]) => !NAMED_BY_LABEL.has(name),
      )
      return texts.map(([name, value]) => `${name}: ${shownValue(value)}`).join('\n')
    }
    case 'tool_result':
      return typeof block.content === 'string'
        ? block.content
        : (block.content ?? [])
            .map((each) => (each.type === 'text' ? each.text : JSON.stringify(each)))
            .join('\n')
    default:
      return textOfBlock(block)
  }
}

const NAMED_BY_LABEL: ReadonlySet<string> = new Set(['command', 'path', 'old_path', 'new_path'])

const shownValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
