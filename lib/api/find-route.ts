import type { Route } from './route'
import { ROUTES } from './routes'

/** A route, and what stands for its segments in braces, decoded. */
export interface Found {
  route: Route
  params: Record<string, string>
}

/** The possible continuations at a segment of a path. */
interface Step {
  fixed: Map<string, Step>
  /** a segment in braces */
  named: { name: string; step: Step } | null
  route: Route | null
}

const newStep = (): Step => ({ fixed: new Map(), named: null, route: null })

const segmentsOf = (path: string) => path.replace(/\/+$/, '').split('/').slice(1)

const START = newStep()
for (const route of ROUTES) {
  let step = START
  for (const segment of segmentsOf(route.path)) step = stepInto(step, segment)
  step.route = route
}

function stepInto(step: Step, segment: string): Step {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1]
  if (name !== undefined) return (step.named ??= { name, step: newStep() }).step
  const known = step.fixed.get(segment) ?? newStep()
  step.fixed.set(segment, known)
  return known
}

/** The route of a path, which may end with slashes; null if there is none. */
export function findRoute(pathname: string): Found | null {
  const params: Record<string, string> = {}
  let step = START
  for (const segment of segmentsOf(pathname)) {
    const fixed = step.fixed.get(segment)
    if (fixed) {
      step = fixed
      continue
    }
    const value = step.named && decoded(segment)
    if (!step.named || !value) return null
    params[step.named.name] = value
    ;({ step } = step.named)
  }
  return step.route && { route: step.route, params }
}

/** null: not percent-encoded as it must be. */
function decoded(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
