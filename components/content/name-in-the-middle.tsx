import { VisibleName } from './visible-path'

/** Characters of a long name's end that stay when it does not fit. */
const END = 11
/** Names that may not fit; shorter ones do. */
const LONG = 22
/** Printable ASCII, which can be cut anywhere. */
const PLAIN = /^[!-~]+$/

/** A name that gives way in its middle: what tells one from another is often at its end. */
export function NameInTheMiddle({ name }: { name: string }) {
  if (name.length <= LONG || !PLAIN.test(name)) return <VisibleName name={name} />
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
