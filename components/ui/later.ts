import { useEffect, useState } from 'react'

/**
 * A module that no page needs for reading; null until it is there. It comes right after the page: what is
 * typed into what it draws would be lost. `load` is the same each time.
 */
export function useLater<Module>(load: () => Promise<Module>): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => void load().then(setModule), [load])
  return module
}
