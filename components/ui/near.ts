/** What scrolls is reached by keys. */
export const SCROLLED = { tabIndex: 0 }

/** A ref by which `tell` is called once its element comes near to what is in sight. */
export const onceNear = (tell: () => void) => (element: HTMLElement | null) => {
  if (!element) return
  const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && tell(), {
    root: element.closest('[role="region"]'),
    rootMargin: '800px',
  })
  watch.observe(element)
  return () => watch.disconnect()
}
