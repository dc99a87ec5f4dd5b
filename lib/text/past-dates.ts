import { DAY_MS } from './day-ms'

/** A date in a line until which something holds. */
export interface EndDate {
  from: number
  to: number
  /** the end of that day, UTC, in milliseconds since 1970 */
  at: number
}

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Words after which a date is an end, in the languages of the interface and Russian. */
const UNTIL =
  'until|till|valid (?:to|thru|through)|expir(?:es|y|ing|ation)(?: (?:on|date|at))?|deadline|due(?: (?:by|on|date))?|ends?(?: on)?|no later than|best before|bis(?: zum)?|gültig bis|fällig(?: am)?|frist|läuft(?: am)?|até|válid[oa] até|vence(?: em)?|expira(?: em)?|prazo|hasta|до|срок|дедлайн|истекает|마감일?|만료일?|기한'

const DAY = [
  String.raw`(?<y1>\d{4})-(?<m1>\d{2})-(?<d1>\d{2})`,
  String.raw`(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4})`,
  String.raw`(?<d3>\d{1,2})(?:st|nd|rd|th|\.)? (?<n3>(?:${NAMES.join('|')})[a-z]{0,6})\.?,? (?<y3>\d{4})`,
  String.raw`(?<n4>(?:${NAMES.join('|')})[a-z]{0,6})\.? (?<d4>\d{1,2})(?:st|nd|rd|th)?,? (?<y4>\d{4})`,
].join('|')

const END = new RegExp(
  String.raw`(?<!\p{L})(?:${UNTIL})(?!\p{L})[\s:*_()=—–-]{1,5}(?<day>${DAY})(?![\d-])`,
  'giu',
)

/** `2026-03-01까지`: the word comes after. */
const KOREAN = /(?<day>(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2}))\s?까지/g

/** The dates of a line that say until when something holds. */
export function endDates(line: string): EndDate[] {
  if (!/\d{4}/.test(line)) return []
  return [...line.matchAll(END), ...line.matchAll(KOREAN)].flatMap((match) => {
    const { day = '', ...parts } = match.groups ?? {}
    const at = endOf(parts)
    const from = match.index + match[0].lastIndexOf(day)
    return at === null ? [] : [{ from, to: from + day.length, at }]
  })
}

/** The dates before `now` until which a line says that something holds. */
export function pastDates(line: string, now: number): EndDate[] {
  return endDates(line).filter(({ at }) => at < now)
}

function endOf(parts: Readonly<Record<string, string | undefined>>): number | null {
  const part = (letter: string) =>
    Object.entries(parts).find(([name, value]) => name.startsWith(letter) && value)?.[1]
  const name = part('n')
  const month = name ? NAMES.indexOf(name.slice(0, 3).toLowerCase()) : Number(part('m')) - 1
  const [year, day] = [Number(part('y')), Number(part('d'))]
  const start = Date.UTC(year, month, day)
  const isThere = new Date(start).getUTCMonth() === month && new Date(start).getUTCDate() === day
  return isThere ? start + DAY_MS : null
}
