import { Fragment } from 'react'
import type { HitLine } from '@/lib/text/highlight'
import { visibleNameRuns, type VisibleRun, visibleRuns } from '@/lib/text/visible-text'

/**
 * Browsers split longer text into several nodes, which React only expects in an element of its own.
 */
const LONGEST_NODE = 65_535

/** Printable ASCII with single spaces: most names, which can hide nothing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

function Plain({ text }: { text: string }) {
  return text.length > LONGEST_NODE ? <span>{text}</span> : text
}

/** Runs of a line or a name, with hidden characters marked by a label that is not copied. */
function VisibleRuns({ runs }: { runs: readonly VisibleRun[] }) {
  return runs.map(({ text, label, instead }, index) =>
    label === null ? (
      <Plain key={index} text={text} />
    ) : (
      <span
        key={index}
        title={label}
        data-hidden={label}
        className="hidden-character before:content-[attr(data-hidden)]"
      >
        <bdi>{instead ?? text}</bdi>
      </span>
    ),
  )
}

/** Whether a text shows everything that it holds. */
export function hidesNothing(text: string): boolean {
  return visibleRuns(text).every(({ label }) => label === null)
}

/**
 * A line with hidden characters marked; no bidi control reaches beyond it. If too much is hidden, a
 * sign replaces it, even in what is copied.
 */
export function VisibleLine({ line }: { line: string }) {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return <Plain text={line} />
  return (
    <bdi>
      <VisibleRuns runs={runs} />
    </bdi>
  )
}

/** Like `VisibleLine`, for a text of several lines. */
export function VisibleText({ text }: { text: string }) {
  if (hidesNothing(text)) return <Plain text={text} />
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '\n'}
      {line === '' ? null : <VisibleLine line={line} />}
    </Fragment>
  ))
}

/**
 * The name of a store, a session, an actor or a moment. Hidden characters are shown, and bidi text
 * cannot reorder its surroundings. Unlike a path it may be written right to left.
 */
export function VisibleLabel({ text, dir }: { text: string; dir?: 'ltr' }) {
  if (PLAIN.test(text)) return text
  return (
    <bdi dir={dir}>
      <VisibleRuns runs={visibleNameRuns(text)} />
    </bdi>
  )
}

/**
 * A segment of a path with hidden characters shown. It is always left to right, so that its
 * extension stays at its end, and isolated, so that it cannot reorder its surroundings.
 */
export const VisibleName = ({ name }: { name: string }) => <VisibleLabel text={name} dir="ltr" />

/** A path with hidden characters shown and its segments in order, whatever their script. */
export function VisiblePath({ path }: { path: string }) {
  if (PLAIN.test(path)) return path
  return path.split('/').map((name, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '/'}
      {name === '' ? null : <VisibleName name={name} />}
    </Fragment>
  ))
}

/** A path in a line: its folders give way to its name. */
export function PathInLine({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <>
      {at > 1 ? (
        <span className="text-ink-3">
          <VisiblePath path={path.slice(1, at)} />
        </span>
      ) : null}
      <VisibleName name={path.slice(at)} />
    </>
  )
}

/** A path in a line that is cut where it ends: of a long one the folders are cut, not the name. */
export function PathThatFits({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  if (at < 2 || path.length <= LONG || !PLAIN.test(path)) return <PathInLine path={path} />
  return (
    <>
      <span className="sr-only">{path.slice(1)}</span>
      <span aria-hidden className="flex">
        <span className="min-w-[3ch] shrink-99999 truncate text-ink-3">
          {path.slice(1, at - 1)}
        </span>
        <span className="text-ink-3">/</span>
        <span className="min-w-0 truncate">{path.slice(at)}</span>
      </span>
    </>
  )
}

/** Characters of a long name's end that stay when it does not fit. */
const END = 11
/** Names that may not fit; shorter ones do. */
const LONG = 22
/** Printable ASCII, which can be cut anywhere. */
const CUTTABLE = /^[!-~]+$/

/** A name that gives way in its middle: what tells one from another is often at its end. */
export function NameInTheMiddle({ name }: { name: string }) {
  if (name.length <= LONG || !CUTTABLE.test(name)) return <VisibleName name={name} />
  return (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="flex">
        <span className="truncate">{name.slice(0, -END)}</span>
        <span className="shrink-0">{name.slice(-END)}</span>
      </span>
    </>
  )
}

/** A line in which something was found, behind its number; `look` is how that is marked. */
export function FoundLine({ line, parts, look }: HitLine & { look: string }) {
  return (
    <>
      <span className="w-10 shrink-0 pr-3 text-right text-ink-3 tabular-nums">{line}</span>{' '}
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {parts.map(({ isMatch, text }, index) =>
          isMatch ? (
            <mark key={index} className={`rounded-[2px] ${look}`}>
              <VisibleLine line={text} />
            </mark>
          ) : (
            <VisibleLine key={index} line={text} />
          ),
        )}
      </span>
    </>
  )
}
