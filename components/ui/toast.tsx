import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { patiently } from '@/components/live/fault'
import { useKey } from '@/components/keys/use-key'

/** A report in a few words, with the way to undo it if there is one. Never an error's only sign. */
export interface Toast {
  text: ReactNode
  /** takes it back; Z does the same while the toast stands */
  undo?: (() => void) | undefined
}

export interface ShownToast extends Toast {
  id: number
  isOfAct?: boolean
}

// Loaded with the first toast.
const ToastWindow = dynamic(
  () => patiently(() => import('./toast-window')).then((it) => it.ToastWindow),
  { ssr: false },
)

/** Shows what came of an act, if anything is to be said. */
type End = (toast: Toast | null) => void

interface Toasts {
  show: (toast: Toast) => void
  begin: () => End
}

const Context = createContext<Toasts>({ show: () => undefined, begin: () => () => undefined })

/** Shows a toast for eight seconds, or for as long as it has the pointer or the focus. */
export function useToast(): (toast: Toast) => void {
  return use(Context).show
}

/**
 * Says that an act begins, and gives what ends it. Z takes back what was begun last: an act that is under way
 * as soon as it is done, not one before it, whose toast still stands.
 */
export function useActBegins(): () => End {
  return use(Context).begin
}

const MAX_SHOWN = 3

/** That of the act which was begun last; none, where nothing takes that back. */
const newestOf = (toasts: readonly ShownToast[]) => {
  const ofActs = toasts.filter(({ undo, isOfAct }) => undo || isOfAct)
  const [newest] = ofActs.toSorted((one, other) => other.id - one.id)
  return newest?.undo ? newest : undefined
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('Common')
  const [{ toasts, acts }, paint] = useState({
    toasts: [] as readonly ShownToast[],
    /** those under way, by their numbers */
    acts: [] as readonly number[],
  })
  // A key may come before what follows from the last answer is painted.
  const now = useRef({ toasts, acts, last: 0, takenBack: 0 })
  const put = useCallback((change: Partial<{ toasts: typeof toasts; acts: typeof acts }>) => {
    Object.assign(now.current, change)
    paint({ toasts: now.current.toasts, acts: now.current.acts })
  }, [])
  const context = useMemo<Toasts>(() => {
    const add = (toast: Omit<ShownToast, 'id'>, id: number) =>
      put({ toasts: [...now.current.toasts.slice(1 - MAX_SHOWN), { ...toast, id }] })
    return {
      show: (toast) => add(toast, ++now.current.last),
      begin: () => {
        const id = ++now.current.last
        put({ acts: [...now.current.acts, id] })
        return (toast) => {
          put({ acts: now.current.acts.filter((act) => act !== id) })
          if (toast?.undo && now.current.takenBack === id) toast.undo()
          else if (toast) add({ ...toast, isOfAct: true }, id)
        }
      },
    }
  }, [put])
  const close = (id: number) =>
    put({ toasts: now.current.toasts.filter((toast) => toast.id !== id) })
  const undo = (toast?: ShownToast) => {
    if (!toast) return
    close(toast.id)
    toast.undo?.()
  }
  const newest = newestOf(toasts)
  const undoNewest = () => {
    const [toast, act = 0] = [newestOf(now.current.toasts), now.current.acts.at(-1)]
    if (act > (toast?.id ?? 0)) now.current.takenBack = act
    else undo(toast)
  }
  useKey('z', t('undo'), undoNewest, { when: acts.length > 0 || newest !== undefined })
  return (
    <Context value={context}>
      {children}
      {toasts.length > 0 ? (
        <ToastWindow toasts={toasts} newest={newest} undo={undo} close={close} />
      ) : null}
    </Context>
  )
}
