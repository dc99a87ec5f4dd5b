const SYSTEM = '(prefers-color-scheme: dark)'

/** Returns whether the page is dark: the person's choice goes before the system's. */
export function isDarkScheme(): boolean {
  const { theme } = document.documentElement.dataset
  if (theme === 'dark' || theme === 'light') return theme === 'dark'
  return window.matchMedia(SYSTEM).matches
}

/** Calls `onChange` when the page turns dark or light, until the returned function is called. */
export function followScheme(onChange: () => void): () => void {
  const system = window.matchMedia(SYSTEM)
  system.addEventListener('change', onChange)
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    chosen.disconnect()
  }
}
