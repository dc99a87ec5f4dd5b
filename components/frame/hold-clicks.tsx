/**
 * Holds clicks on buttons that only a script can answer until the page is hydrated (`data-ready`),
 * and then presses each once. What works by itself, such as a form, a link or a popover, is not
 * held. A page that never becomes ready gives up after a while, and holds nothing more. A script that
 * does not come is asked for again: without any of its first ones a page would never be ready.
 */
const HOLD = `(() => {
  const page = document.documentElement
  const held = new Set()
  const hold = (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[type=button]') : null
    if (!button || button.hasAttribute('popovertarget') || button.disabled) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.add(button)
  }
  const end = () => {
    clearTimeout(late)
    watch.disconnect()
    removeEventListener('click', hold, true)
  }
  const watch = new MutationObserver(() => {
    if (!('ready' in page.dataset)) return
    end()
    clearInterval(asking)
    for (const button of held) if (button.isConnected) button.click()
  })
  const late = setTimeout(end, 20000)
  const asking = setInterval(() => {
    for (const src of new Set(Array.from(document.scripts, (each) => each.getAttribute('src')))) {
      if (performance.getEntriesByName(new URL(src, page.baseURI))[0]?.decodedBodySize !== 0) continue
      document.head.append(Object.assign(document.createElement('script'), { src }))
    }
    performance.clearResourceTimings()
  }, 2000)
  addEventListener('click', hold, true)
  watch.observe(page, { attributeFilter: ['data-ready'] })
})()`

/** The script above, within the page, so that it listens before any other is loaded. */
export function HoldClicks({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce from scripts, so it differs when React compares.
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HOLD }} />
  )
}
