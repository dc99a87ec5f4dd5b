import { useSyncExternalStore } from 'react'

/** A value of this window that components follow. */
export interface Followed<Value> {
  now: () => Value
  set: (next: Value) => void
  /** as it is now; in the server's paint as it began */
  useValue: () => Value
}

export function followed<Value>(first: Value): Followed<Value> {
  let value = first
  const followers = new Set<() => void>()
  const follow = (follower: () => void) => {
    followers.add(follower)
    return () => followers.delete(follower)
  }
  const now = () => value
  return {
    now,
    set: (next) => {
      value = next
      for (const follower of followers) follower()
    },
    useValue: () => useSyncExternalStore(follow, now, () => first),
  }
}
