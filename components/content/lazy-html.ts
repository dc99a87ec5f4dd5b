/**
 * The inner HTML of an element, for `dangerouslySetInnerHTML`, made from data when somebody needs
 * it: the server does, and a browser that builds the element. One that takes over an element which
 * the server sent does not: it would make again what is there. Two of these are never the same, so
 * that an element with one is for a component that renders again only if its data changed
 * (`isAlike`).
 */
export function lazyHtml(make: () => string): { __html: TrustedHTML } {
  let made: string | undefined
  return { __html: { toString: () => (made ??= make()) } }
}

/** Compares what a component is made of, of which every answer of the server brings new objects. */
export function isAlike(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
