'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { after, AGAIN_MS } from '@/components/act/ask'
import { isNothingFocused } from '@/components/keys/page-key'
import { lineNow, liveState, noteBuild } from '@/components/live/follow'

/** What listens on every page, and draws nothing: it comes right after the page's own scripts. */
export function Listeners() {
  return (
    <>
      <FocusNet />
      <Drags />
      <StaysWhileAway />
    </>
  )
}

/**
 * Moves the focus to the nearest focusable ancestor that remains, or else to the content, if the
 * focused element disappears and nothing else takes the focus. From the page's body the keyboard
 * would start at the top again, and a screen reader would say nothing. Who comes back to a page goes on
 * at the link by which they left it.
 */
function FocusNet() {
  const address = `${usePathname()}?${useSearchParams().toString()}`
  // Before the net below, which would catch what falls.
  useLayoutEffect(() => {
    // Where what was pressed stands, nobody came back: Safari leaves it without the focus. A line is gone to.
    wanted = pressed?.isConnected || window.location.hash ? undefined : leftBy.get(address)
    goOn()
    const leave = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null
      const href = pressed?.matches(LEADS_ON) && pressed.getAttribute('href')
      if (pressed && href) leftBy.set(address, [href, linksTo(href).indexOf(pressed)])
    }
    document.addEventListener('click', leave, true)
    return () => document.removeEventListener('click', leave, true)
  }, [address])
  useEffect(() => {
    let around: HTMLElement[] = []
    // Not the event's target: who heard of it before may have moved the focus on.
    const remember = () => {
      around = []
      for (let each = document.activeElement; each; each = each.parentElement)
        if (each instanceof HTMLElement) around.push(each)
    }
    // It may have been focused before hydration.
    remember()
    // Clicking something not focusable drops the focus on purpose.
    const onBlur = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        // It is also blurred just before its removal.
        if (target instanceof HTMLElement && target.isConnected && around[0] === target) around = []
      })
    }
    const observer = new MutationObserver(() => {
      goOn()
      if (around.length === 0 || document.activeElement !== document.body) return
      if (around[0]?.isConnected) return
      const left = around.filter((each) => each.isConnected)
      around = []
      const next = left.find((each) => each.hasAttribute('tabindex') && !each.closest(HIDDEN))
      ;(next ?? document.getElementById('main'))?.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('focusin', remember, { signal })
    document.addEventListener('focusout', onBlur, { signal })
    // From then on nothing moves under who reads.
    for (const type of ['pointerdown', 'wheel', 'keydown'])
      document.addEventListener(type, () => (wanted = undefined), { signal })
    signal.addEventListener('abort', () => observer.disconnect())
    return () => ended.abort()
  }, [])
  return null
}

/** What leads from a page to another: no line of it, and nothing in its head, by which it is left for good. */
const LEADS_ON = 'main a:not([href^="#"], .sheet-head *)'

/** The link that was pressed last. */
let pressed: HTMLElement | null = null

/** By which link each page was left last: its address, and which of those that lead there. */
const leftBy = new Map<string, [href: string, nth: number]>()

/** Where who came back goes on, as soon as it is there; once anything is done, nowhere. */
let wanted: [href: string, nth: number] | undefined

const linksTo = (href: string) => [
  ...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`),
]

function goOn(): void {
  if (wanted && isNothingFocused()) linksTo(wanted[0])[wanted[1]]?.focus()
}

const HIDDEN = '[inert], [aria-hidden="true"], [hidden]'

/** For how long an act may be sent again: its server knows it for a minute more; milliseconds. */
const KNOWN_MS = 240_000

/**
 * Keeps the page, and what is typed in it, while the server is away or an answer is lost on its way. The
 * framework leaves a page for its own address where what it asked for of it did not come, or came from another
 * than its build, and shows a fault where an answer breaks off: a page is asked for again until all of it is
 * there, and one of another build stays until its reader loads it anew. (Its own `useOffline` sends acts again,
 * too, which may have been done.)
 */
function StaysWhileAway() {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const send = window.fetch.bind(window)
    window.fetch = async (...asked) => {
      const headers = new Headers(asked[1]?.headers)
      const isForPage = headers.has('rsc') && !headers.has('next-router-prefetch')
      if (!isForPage && !headers.has('next-action')) return send(...asked)
      // The browser sends an act again by itself where its connection broke: the server knows it by this.
      if (!isForPage) headers.set('x-sent', `${performance.timeOrigin} ${Math.random()}`)
      const began = Date.now()
      for (;;) {
        const line = lineNow()
        headers.set('x-age', String(Date.now() - began))
        try {
          const answer = await send(asked[0], { ...asked[1], headers, signal: line })
          await answer.clone().arrayBuffer()
          noteBuild(answer.headers.get('x-build'))
          if (!isForPage || !isOfProxy(answer)) return answer
        } catch (error) {
          const isKnown = line.aborted && Date.now() - began < KNOWN_MS
          if (signal.aborted || !(isForPage || isKnown)) throw error
        }
        await after(AGAIN_MS)
      }
    }
    const onNavigate = (event: NavigateEvent) => {
      const isAsked = event.userInitiated || event.navigationType === 'reload'
      if (isAsked || liveState().state !== 'outdated' || !event.cancelable) return
      if (event.destination.url === window.location.href) event.preventDefault()
    }
    // Not every browser tells before a page is left.
    window.navigation?.addEventListener('navigate', onNavigate, { signal })
    return () => {
      window.fetch = send
      ended.abort()
    }
  }, [])
  return null
}

/** Whether something between answers for a server that it cannot reach; who asks for a password is heard. */
const isOfProxy = ({ headers, ok, status }: Response) =>
  !headers.has('x-build') && (ok || status >= 500)

/** What the pointer moves by holding it, but for what a browser drags. */
const HANDLES = '[role="separator"], [type="range"]'

/** Says on the document's element that the pointer drags (`data-dragging`): news wait until it ends. */
function Drags() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const begin = ({ type, target }: Event) => {
      const isHandle = target instanceof Element && target.closest(HANDLES) !== null
      if (type === 'dragstart' || isHandle) dataset.dragging = type
    }
    const end = (event: Event) => {
      // What is dragged may be gone before it ends: the pointer moves freely again only afterwards.
      if (event.type === 'pointermove' && (event as PointerEvent).buttons !== 0) return
      // It comes with the beginning of a browser's drag, too.
      if (event.type === 'pointercancel' && dataset.dragging === 'dragstart') return
      delete dataset.dragging
    }
    const begins = ['dragstart', 'pointerdown']
    const ends = ['dragend', 'drop', 'pointerup', 'pointercancel', 'pointermove']
    const ended = new AbortController()
    const how = { capture: true, signal: ended.signal }
    for (const type of begins) window.addEventListener(type, begin, how)
    for (const type of ends) window.addEventListener(type, end, how)
    return () => ended.abort()
  }, [])
  return null
}
