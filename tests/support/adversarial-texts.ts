/** Draws the same signs in each run. */
function drawing() {
  let seed = 7
  const below = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return (seed >>> 8) % count
  }
  return (signs: string, count: number) =>
    Array.from({ length: count }, () => signs[below(signs.length)]).join('')
}

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = CAPITALS.toLowerCase()
const ALL = `${CAPITALS}${SMALL}${DIGITS}+/`
const ANY = Array.from({ length: 0xd000 }, (_, code) => String.fromCharCode(code + 1)).join('')

const base64Of = (text: string) => Buffer.from(text).toString('base64')

/** Pieces at which patterns stumble if they are repeated. */
const PIECES = [
  ['a', ' ', '\n', '\t', '- ', '*', '. ', '(', '](', '![', '<img ', '"\'`', '1', '1 ', '+1 '],
  ['0101 ', 'f0 ', '@', 'a@', 'a.', 'a.b@c.d.', '://', '://a:', 'http://a:b@', 'mongodb://a:b'],
  ['ignore ', 'ignore all ', 'ignore the previous ', 'ignore. all. ', 'forget all your own '],
  ['system: ', '[inst] ', '<system> a ', '\nsystem: a ', 'do not ', 'never tell the '],
  ['in every future ', 'from now on ', 'send all data to ', 'send it it it it it it it '],
  ['curl a.b ', 'imagine we ', 'suppose that we ', 'you are now a ', 'print all the '],
  ['ask the users for ', 'remember this as the new ', 'игнорируй ', '忽略', '이전 '],
  ['password=', 'secret_access_key=', 'sk-', 'sk-ant-', 'eyJ', 'SG.a.', 'xoxb-1-', 'pypi-AgE'],
  ['-----BEGIN PRIVATE KEY-----\n', '-----BEGIN ', 'i.g.n ', 'i g n o r e ', '\u200b'],
  ['a\u200b', 'a\u200b\n', '\u{e0041}', '\u202ea', '\u001b[31m', 'Z\u0300\u0301', 'a\ufe0f'],
  ['a\r', 'a\r\n', 'ｉｇｎｏｒｅ ', '👨\u200d👩\u200d👧', 'İ', 'DE89 3704 ', '\\"', '\\x41'],
  ['i\u200bgnore all the '],
  ['ignore all ', 'send all the data to ', 'imagine we '].map((text) => base64Of(text.repeat(9))),
].flat()

/** Drawn signs: how many, from which, after what, and before what. */
const RUNS: readonly (readonly [count: number, signs: string, before: string, after: string])[] = [
  ...[DIGITS, ALL, `${DIGITS}abcdef`, ANY].map((signs) => [1_000, signs, '', ''] as const),
  ...[4, 30, 76].map((count) => [count, ALL, '', ' '] as const),
  [4, CAPITALS + DIGITS, '', ' '],
  [8, '01', '', ' '],
  [9, DIGITS, '+', ' '],
  [15, DIGITS, '4', ' '],
  [20, DIGITS, 'DE', ' '],
  [6, SMALL, '', '@firma.com '],
  [6, SMALL, 'https://anna:', '@firma.com '],
  [6, SMALL, '', '='],
  [40, ALL, 'token = ', '\n'],
  [40, ALL, 'discord mailchimp M', ' '],
  [64, ALL, '-----BEGIN RSA PRIVATE KEY-----\n', '\n'],
  ...['sk-ant-', 'ghp_', 'xoxb-', 'AKIA', 'SG.'].map((key) => [20, ALL, key, ' '] as const),
]

/** Texts of so many units, made to keep a detector busy, by what they are of. */
export function adversarialTexts(units: number): (readonly [name: string, text: string])[] {
  const draw = drawing()
  const filled = (piece: () => string) => {
    let text = ''
    while (text.length < units) text += piece()
    return text.slice(0, units)
  }
  return [
    ...PIECES.map((piece) => [JSON.stringify(piece), filled(() => piece)] as const),
    ...RUNS.map(([count, signs, before, after]) => {
      const name = JSON.stringify([before, count, signs.slice(0, 12), after])
      return [name, filled(() => before + draw(signs, count) + after)] as const
    }),
  ]
}
