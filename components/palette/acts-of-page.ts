/** An act that the page offers now: one of its buttons, links or menu items. */
export interface ActOfPage {
  label: string
  /** what is to be pressed for it instead, as it stands on the button */
  strokes: string[]
  /** of a link */
  href: string | null
  /** whether it is one of several choices, of which another holds */
  isChoice: boolean
  /** its picture; null: it has none */
  icon: Element | null
  /** does it, as if it was chosen on the page */
  run: () => void
}

/**
 * The part of a page that holds its acts; elsewhere acts are those that have a key, or say that
 * they are acts.
 */
const HEAD = '#main .sheet-acts'
const ACTS = `${HEAD} :is(a[href], button), #main :is(a, button):is(:has(kbd), [aria-keyshortcuts], [data-act])`
const MENUS = `${HEAD} [popover][role="menu"]`
const ITEM = '[role^="menuitem"]'

/**
 * Elements that cannot be chosen, or are so already, and the guide, which the palette lists itself.
 */
const OUT =
  ':disabled, [aria-disabled="true"], [aria-current], [aria-checked="true"], [aria-haspopup], [href^="/guide/"]'

/**
 * Makes what the menus of the page's head hold: they make it when they first open. To be called
 * before `actsOfPage`, which finds it in the next task.
 */
export function makeMenus(): void {
  for (const menu of document.querySelectorAll(MENUS)) {
    if (menu.childElementCount > 0) continue
    menu.dispatchEvent(new ToggleEvent('beforetoggle', { newState: 'open', oldState: 'closed' }))
  }
}

/**
 * The acts of the page: the page itself says what can be done on it now, by what it shows. The act
 * that it is for comes first. Of several alike, as in each row of a list, it is the one nearest to the
 * focus; without a focus among them none, for it would not say on what it acts.
 */
export function actsOfPage(focused: Element | null): ActOfPage[] {
  const found = [...document.querySelectorAll<HTMLElement>(ACTS)].filter(canBeChosen)
  const main = found.filter((element) => element.closest('.at-the-thumb') !== null)
  const [others, items] = partition(
    found.filter((element) => !main.includes(element)),
    (element) => element.closest('[role="menu"]') === null,
  )
  const alike = Map.groupBy([...main, ...others, ...items], (element) => nameOf(element))
  alike.delete('')
  return [...alike].flatMap(([label, elements]) => {
    const element = theOne(elements, focused)
    return element ? [actOf(element, label)] : []
  })
}

function partition<Item>(all: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [all.filter(isFirst), all.filter((item) => !isFirst(item))]
}

function canBeChosen(element: HTMLElement): boolean {
  if (element.matches(OUT)) return false
  const menu = element.closest<HTMLElement>('[role="menu"]')
  if (!menu) return element.checkVisibility()
  return (
    element.matches(ITEM) && openerOf(menu)?.checkVisibility() === true && isShownIn(menu, element)
  )
}

const openerOf = (menu: HTMLElement) =>
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)

/** Returns whether a menu shows an item once it is open. */
function isShownIn(menu: HTMLElement, element: HTMLElement): boolean {
  for (let at: Element | null = element; at && at !== menu; at = at.parentElement) {
    if (getComputedStyle(at).display === 'none') return false
  }
  return true
}

/** As it is said; one of several choices with what it is chosen for, but not what holds now. */
function nameOf(element: HTMLElement): string {
  if (!isChoice(element)) return ownNameOf(element)
  const [chosenFor] = (element.closest('[role="menu"]')?.ariaLabel ?? '').split(': ')
  return `${chosenFor}: ${ownNameOf(element)}`
}

const isChoice = (element: Element) => element.matches('[role="menuitemradio"]')

function ownNameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const copy = element.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const unread of copy.querySelectorAll('kbd, [aria-hidden="true"]')) unread.remove()
  return copy.textContent.replace(/\s+/g, ' ').trim()
}

/** The only one, or one of several that lead to the same; else the one nearest to the focus. */
function theOne(alike: readonly HTMLElement[], focused: Element | null): HTMLElement | undefined {
  const [first, ...others] = alike
  const href = first?.getAttribute('href') ?? null
  if (others.every((other) => href !== null && other.getAttribute('href') === href)) return first
  const depths = alike.map((element) => sharedDepth(element, focused))
  const deepest = Math.max(...depths)
  const isUnique = depths.filter((depth) => depth === deepest).length === 1
  return isUnique ? alike[depths.indexOf(deepest)] : undefined
}

/** Returns the depth in the page of the innermost element that has both in it. */
function sharedDepth(element: Element, focused: Element | null): number {
  let shared: Element | null = element
  while (shared && !shared.contains(focused)) shared = shared.parentElement
  let depth = 0
  for (; shared; shared = shared.parentElement) depth++
  return depth
}

function actOf(element: HTMLElement, label: string): ActOfPage {
  const keys = [...element.querySelectorAll('kbd')].map(({ textContent }) => textContent)
  const single = /^[a-z.[\]]$/.exec(element.getAttribute('aria-keyshortcuts') ?? '')
  return {
    label,
    strokes: keys.length > 0 ? keys : single ? [...single] : [],
    href: element.getAttribute('href'),
    isChoice: isChoice(element),
    icon: isChoice(element) ? null : element.querySelector('svg'),
    // It may have been rendered anew since.
    run: () =>
      element.isConnected
        ? choose(element)
        : actsOfPage(null)
            .find((act) => act.label === label)
            ?.run(),
  }
}

/**
 * Activates an element from where its menu was opened, so that what opens gives the focus back to
 * there.
 */
function choose(element: HTMLElement): void {
  const menu = element.closest<HTMLElement>('[role="menu"]')
  ;(menu ? openerOf(menu) : element)?.focus()
  element.click()
}
