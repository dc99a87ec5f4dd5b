import type { ScanRule } from '../rules'

/** One way of saying one of the ten things. */
export interface InstructionForm {
  /**
   * the letters it begins with, in lower case: they are searched for all at once, and the pattern is
   * tried only where they stand
   */
  begins: readonly string[]
  /**
   * matched on lower-case text; `~` stands for what is between two words, `‹4›` for up to four
   * words, each with what follows it, `@` for an address
   */
  source: string
}

/** One of the ten things that a text says when it speaks to the model instead of informing it. */
export interface InstructionPattern {
  rule: ScanRule
  forms: readonly InstructionForm[]
  /** whether a match is to be passed over after all */
  isHarmless?: (match: string) => boolean
  /** it names an address as a matter of course, so that an address beside it says nothing */
  hasAddress?: true
}

const form = (begins: readonly string[], source: string): InstructionForm => ({ begins, source })

const BEFORE =
  'all|any|every|everything|each|previous|previously|prior|earlier|above|preceding|foregoing|past|former|initial|original|system|safety|security|your|these'
const WEAK =
  'the|of|my|our|those|other|existing|current|and|or|given|such|developer|user|model|ai|own|built-in'
const TOLD =
  'instructions?|directions?|directives?|prompts?|guidelines?|guardrails?|safeguards?|programming|orders'
const SET =
  'rules?|polic(?:y|ies)|commands?|constraints?|restrictions?|context|training|messages?|protocols?'
const DROP =
  'ignor(?:e|es|ing)|disregard(?:s|ing)?|forget(?:s|ting)?|overrid(?:e|es|ing)|overrul(?:e|es|ing)|bypass(?:es|ing)?|neglect|do not follow|don.t follow|stop following|do not obey|don.t obey|set aside|abandon'
const DROP_BEGINS = [
  'ignor',
  'disregard',
  'forget',
  'overrid',
  'overrul',
  'bypass',
  'neglect',
  'do not',
  'don',
  'stop following',
  'set aside',
  'abandon',
]
const ANSWER =
  'states?|say|print|output|respond|answer|reply|write|claim|tell|report|return|conclude|declare|pretend|summari[sz]e'

const OVERRIDE: InstructionPattern = {
  rule: 'instruction_override',
  forms: [
    // Drop what you were told.
    form(
      DROP_BEGINS,
      `\\b(?:${DROP})~(?:(?:${WEAK}|${BEFORE})~){0,4}(?:${BEFORE})~(?:(?:${WEAK}|${BEFORE})~){0,4}(?:${TOLD})\\b`,
    ),
    form(
      DROP_BEGINS,
      `\\b(?:${DROP})~(?:(?:${WEAK}|all|any)~){0,3}(?:previous|previously|prior|earlier|above|preceding|safety|security|system)~(?:(?:${WEAK}|${BEFORE})~){0,3}(?:${SET})\\b`,
    ),
    form(
      DROP_BEGINS,
      '\\b(?:ignore|disregard|forget)~(?:everything|all|anything|what(?:ever)?)~(?:(?:that|which|you|was|were|is|has|have|been|i|we|they)~){0,4}(?:above|before|previously|said|told|know|learned|learnt|written|instructed)\\b',
    ),
    form(
      DROP_BEGINS,
      '\\b(?:ignore|disregard)~(?:the~)?(?:above|foregoing|preceding)\\b(?=~(?:and|text|instead|then|prompt)|[.!:])',
    ),
    // Drop what you were given, and answer this instead.
    form(
      DROP_BEGINS,
      `\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget)~(?:(?:the|this|that|all|any|these|actual|given|provided|rest|of)~){1,4}‹2›(?:and|then|instead)~(?:(?:just|instead|simply|only|always|please|then|i|we|you)~){0,2}(?:${ANSWER})\\b`,
    ),
    // A mode in which rules do not count.
    form(
      ['new'],
      '\\bnew~(?:(?:system|top-priority|updated|secret)~)?(?:instructions?|directives?|orders)\\s{0,2}:',
    ),
    form(
      ['security', 'safety', 'system', 'policy', 'admin', 'developer', 'training', 'data'],
      '\\b(?:security|safety|system|policy|admin|developer|training|data)~(?:(?:data|policy|training)~)?override(?:~mode\\b|\\s{0,2}[:>])',
    ),
    form(
      ['enter', 'activat', 'enabl', 'switch'],
      '\\b(?:entering|enter|activat(?:e|ed|ing)|enabled?|switch~to)~(?:(?:the|in|into|now|security|safety|system)~){0,3}(?:override|god|unrestricted|jailbreak)~mode\\b',
    ),
    form(
      ['override', 'system', 'god', 'unrestricted', 'jailbreak'],
      '\\b(?:override|system|god|unrestricted|jailbreak)~mode~(?:is~)?(?:now~)?(?:activated|enabled|engaged)\\b',
    ),
    form(
      ['override:'],
      '(?<=^[\\s>#*-]{0,6}|\\n[\\s>#*-]{0,6})override:~‹12›(?:regardless|no matter|without regard|instead of|despite)\\b',
    ),
    // The same in other languages.
    form(
      ['ignor', 'olvid', 'descart', 'omit'],
      '\\b(?:ignor[ae]|olvid[ae]|descart[ae]|omit[ae])~‹4›(?:instrucciones|indicaciones|órdenes|directrices)',
    ),
    form(
      ['ignor'],
      '\\bignor[ae]~(?:la|el|los|las|esta|este|todo|toda|tudo|o|a)~‹3›[ye]~(?:declara|di|diga|escribe|responde|afirma)',
    ),
    form(
      ['ignor', 'oubli'],
      '\\b(?:ignore[zr]?|oublie[zr]?)~(?:les|toutes?|tous|tes|vos|ces|mes)~‹4›(?:instructions|consignes|directives)',
    ),
    form(
      ['ignor', 'vergiss', 'vergessen', 'missachte'],
      '\\b(?:ignorier(?:e|en|t)|vergiss|vergessen|missachte)~‹4›(?:anweisung|instruktion|vorgabe|regel)',
    ),
    form(
      ['ignor', 'esqueça', 'desconsidere'],
      '\\b(?:ignore|ignora|esqueça|desconsidere)~‹4›(?:instruções|orientações|diretrizes)',
    ),
    form(['ignor', 'dimentica'], '\\b(?:ignora|dimentica)~‹4›(?:istruzioni|indicazioni)'),
    form(
      ['игнориру', 'забудь'],
      '(?:игнориру\\p{L}{0,4}|забудь\\p{L}{0,2})~‹4›(?:инструкц|указани|команд)',
    ),
    form(
      ['忽略', '无视', '忘记', '無視', '忽視'],
      '(?:忽略|无视|忘记|無視|忽視)[^\\n。.]{0,12}(?:指令|指示|说明|提示|規則|规则)',
    ),
    form(
      ['指示', '命令', 'プロンプト', '指図'],
      '(?:指示|命令|プロンプト|指図)[^\\n。.]{0,8}(?:無視|忘れ)',
    ),
    form(['無視', '忘れ'], '(?:無視|忘れ)(?:して|て)[^\\n。.]{0,60}(?:述べ|言っ|答え|出力|書い)'),
    form(
      ['이전', '위의', '지금까지', '앞의'],
      '(?:이전|위의|지금까지|앞의)[^\\n.]{0,12}(?:지시|명령|지침)[^\\n.]{0,8}(?:무시|잊)',
    ),
  ],
}

const ROLE: InstructionPattern = {
  rule: 'instruction_role',
  forms: [
    form(
      ['<|'],
      '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|endofprompt|begin_of_text|start_header_id|end_header_id|eot_id|end_of_turn)\\|>',
    ),
    form(['[inst]', '[/inst]', '<<sys>>', '<</sys>>'], '(?:\\[/?inst\\]|<</?sys>>)'),
    form(['<start_of_turn>', '<end_of_turn>'], '<(?:start|end)_of_turn>'),
    form(
      ['<system', '</system', '<developer', '</developer'],
      '</?(?:system|developer)(?:[_-](?:prompt|message))?(?:~mode)?>[^\\n]{0,160}?\\b(?:you|your|must|ignore|forget|always|never|activated|override)\\b',
    ),
    form(
      ['system', 'developer', 'admin'],
      '(?<=(?:^|\\n)[\\s>#*-]{0,6})(?:system|developer|admin(?:istrator)?)(?:~(?:message|prompt|note|notice|instruction))?[*\\s]{0,3}:[*\\s]{0,4}[^\\n]{0,100}?\\b(?:you|your)~(?:must|may|should|will|are|shall|can|need|instructions|task|goal)\\b',
    ),
  ],
}

const PEOPLE = '(?:users?|humans?|operators?|owners?|anyone|anybody|everyone)'

const SECRECY: InstructionPattern = {
  rule: 'instruction_secrecy',
  forms: [
    form(
      ['do not', 'don', 'never', 'without', 'must not', 'should not', 'avoid'],
      `\\b(?:do not|don.t|never|without|must not|should not|avoid)~(?:ever~)?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|mention(?:ing)?)~(?:(?:this|it|that|these|any|of|to|anything|about)~){0,4}(?:the~|your~|its~)?${PEOPLE}\\b(?!~(?:data|id|input|name|table|agent|count))`,
    ),
    form(
      ['hide', 'conceal', 'keep', 'withhold'],
      `\\b(?:hide|conceal|keep|withhold)~(?:this|it|these|that|everything|all)~(?:(?:instructions?|notes?|message|directives?|fact|information|secret|hidden|strictly|completely|a)~){0,3}from~(?:the~)?${PEOPLE}\\b`,
    ),
    form(
      ['do not', 'don', 'never'],
      '\\b(?:do not|don.t|never)~(?:reveal|disclose|mention|repeat|quote)~(?:(?:that|you|have|received|about)~){0,4}(?:this|these)~(?:instructions?|directives?|notes?|message|prompt)\\b',
    ),
    form(
      ['without'],
      `\\bwithout~the~${PEOPLE}.{0,3}~(?:knowing|knowledge|consent|noticing|awareness)\\b`,
    ),
  ],
}

const STANDING_ORDER: InstructionPattern = {
  rule: 'instruction_standing_order',
  forms: [
    form(
      ['all', 'every', 'each', 'any'],
      '(?<=\\b(?:in|for|during|start~of|beginning~of|across)~)(?:all|every|each|any)~(?:(?:of|your|the|my)~){0,2}(?:future|later|subsequent|following|upcoming|coming|next)~(?:sessions?|conversations?|chats?|interactions?|replies|responses?|answers?|turns?)\\b',
    ),
    form(
      ['from now on', 'henceforth', 'from this point', 'going forward'],
      '\\b(?:from now on|henceforth|from this point (?:on|forward|onward)|going forward)~(?:(?:and|in|all|every|session|sessions|conversations?)~){0,3}(?:you~(?:must|will|may|shall|should|are|can|have)|always~(?:respond|reply|answer|obey|comply|include|send|add|append|recommend)|ignore|obey|comply|respond~(?:only|as|with))\\b',
    ),
    form(
      ['remember', 'store', 'save', 'persist', 'treat', 'keep', 'record', 'memori', 'regard'],
      '\\b(?:remember|store|save|persist|treat|keep|record|memori[sz]e|regard)~(?:this|these|it|the~following)~(?:(?:note|message|text|rule|as|memory|entry|is|permanently)~){0,4}(?:an?|the|your)~(?:(?:new|top-priority|highest|priority|permanent|standing|core|binding|mandatory|system|operating|persistent|trusted|verified|admin)~){1,3}(?:directive|instruction|order|rule|prompt|policy|command)s?\\b',
    ),
    form(
      ['system', 'operating', 'standing', 'permanent', 'binding', 'persistent'],
      '(?<=\\bas~(?:an?|the|your)~)(?:(?:system|operating|standing|permanent|binding|persistent)~){1,2}(?:directive|order)\\b',
    ),
    form(
      ['once', 'when', 'after'],
      '\\b(?:once|when|after|whenever)~(?:it~is~|this~is~|you~(?:have~)?)?(?:stored|saved|remembered|loaded|recalled|retrieved|read)~(?:this~)?(?:(?:you|the|agent|always|must|will|shall)~){1,4}(?:obey|ignore|execute|send|comply|follow|override)\\b',
    ),
  ],
}

const SENT =
  'conversation|chat|history|transcript|memory|memories|credentials?|secrets?|passwords?|tokens?|keys?|everything|contents?|environment|env|logs?|data|database|files?|messages?|system prompt|prompts?|reports?|details|records?|copy|copies|it|them|all|results?|information|summary'
const PLACE = '(?:the~)?(?:(?:address|url|following|e-?mail|webhook|endpoint|server|site)~){0,3}'

const SENDING: InstructionPattern = {
  rule: 'instruction_sending',
  hasAddress: true,
  forms: [
    form(
      [
        'send',
        'forward',
        'upload',
        'exfiltrate',
        'transmit',
        'leak',
        'email',
        'e-mail',
        'submit',
        'deliver',
      ],
      `\\b(?:send|forward|upload|exfiltrate|transmit|leak|e-?mail|submit|deliver)~‹6›(?:${SENT})~‹6›(?:to|at|via)~${PLACE}@`,
    ),
    form(
      ['post'],
      `\\bpost~(?:all|every|everything|the~(?:full|entire|whole|complete)|your|any|their)~‹6›to~${PLACE}@`,
    ),
    form(['envi', 'enví'], '\\benv[ií][ae](?:lo|la|los|las|r|rlo|rlos|d)?~‹6›a~@'),
    form(['отправ', 'перешли'], '(?:отправ[ьл]\\p{L}{0,4}|перешли\\p{L}{0,2})~‹6›на~@'),
    form(['sende', 'schicke'], '\\b(?:sende|schicke)~‹6›an~@'),
    form(['envoie', 'transmet'], '\\b(?:envoie[zr]?|transmets|transmettez)~‹6›[àa]~@'),
  ],
}

/** Pictures that a build or a counter serves: their query names a branch, a size or a style. */
const BADGE =
  /shields\.io|badge|\.svg\?|\?(?:(?:branch|style|logo|logocolor|label|color|event|raw|v|w|width|h|height|size|s|format|auto|q|fit|crop|dpr|ver|version|ixlib|ixid)=[^&]{0,40}&?){1,8}\)?$/

const IMAGE_QUERY: InstructionPattern = {
  rule: 'instruction_image_query',
  hasAddress: true,
  isHarmless: (match) => BADGE.test(match),
  forms: [
    form(
      ['!['],
      '!\\[[^\\]\\n]{0,200}\\]\\(\\s{0,3}<?https?://[^\\s)?]{1,300}\\?[^\\s)]{1,600}\\)',
    ),
    form(
      ['<img'],
      '<img\\b[^>\\n]{0,300}?\\bsrc\\s{0,2}=\\s{0,2}["\']?https?://[^"\'>\\s?]{1,300}\\?[^"\'>\\s]{1,600}',
    ),
  ],
}

const SCRIPT_ADDRESS: InstructionPattern = {
  rule: 'instruction_script_address',
  hasAddress: true,
  forms: [
    form(
      ['javascript:', 'vbscript:'],
      '(?<=[("\'=<]\\s{0,3})(?:javascript|vbscript):[^\\s"\')>]{2}',
    ),
    form(
      ['data:'],
      '(?<=[("\'=<]\\s{0,3})data:(?:text/(?:html|javascript)|application/(?:javascript|xhtml\\+xml)|image/svg\\+xml)[;,]',
    ),
  ],
}

const SHELL =
  '(?:sudo\\s{1,3}(?:-[a-z]{1,3}\\s{1,3}){0,2})?(?:env\\s{1,3})?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|fi)?sh|python[23]?|node|perl|ruby|php|iex|powershell|pwsh)\\b'

const PIPED_DOWNLOAD: InstructionPattern = {
  rule: 'instruction_piped_download',
  hasAddress: true,
  forms: [
    // Only with an address: `curl | bash` is how people speak of it.
    form(
      ['curl', 'wget', 'iwr', 'irm', 'invoke-'],
      `\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\\b(?=[^\\n|]{0,200}[a-z0-9]\\.[a-z0-9])[^\\n|]{1,300}\\|\\s{0,3}(?:(?:base64|gunzip|tar|tee)\\b[^\\n|]{0,60}\\|\\s{0,3})?${SHELL}`,
    ),
    form(
      ['bash', 'zsh', 'dash', 'sh'],
      '\\b(?:ba|z|da)?sh\\s{1,3}(?:-[a-z]{1,3}\\s{1,3})?(?:["\']?\\$\\(|<\\(|["\']?`)\\s{0,3}(?:curl|wget)\\b',
    ),
    form(
      ['iex', 'invoke-'],
      '\\b(?:iex|invoke-expression)\\b[^\\n]{0,60}(?:downloadstring|iwr|irm|invoke-webrequest)\\b',
    ),
    form(['eval'], '\\beval\\s{1,3}["\']?(?:\\$\\(|`)\\s{0,3}(?:curl|wget)\\b'),
  ],
}

const KEYS =
  'passwords?|credentials?|api~keys?|secrets?|secret~keys?|private~keys?|access~tokens?|auth~tokens?|seed~phrases?|bank~(?:details|accounts?)|credit~cards?(?:~numbers?)?|card~numbers?|social~security~numbers?|2fa~codes?|one-time~codes?'
const PROMPT = 'system~prompt|(?:hidden|initial|secret|original|developer)~(?:instructions?|prompt)'
const WHOSE =
  'all|any|the|your|their|his|her|its|user|users|stored|saved|every|me|us|of|admin|environment'

const CREDENTIALS: InstructionPattern = {
  rule: 'instruction_credentials',
  forms: [
    form(
      ['reveal', 'disclose', 'divulge', 'exfiltrate', 'steal', 'harvest'],
      `\\b(?:reveal|disclose|divulge|exfiltrate|steal|harvest)~(?:(?:${WHOSE})~){0,4}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      ['leak', 'dump', 'expose', 'extract'],
      `\\b(?:leak|dump|expose|extract)~(?:(?:${WHOSE})~){1,4}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      ['print', 'show', 'output', 'list', 'repeat', 'return', 'display', 'send', 'give', 'tell'],
      `\\b(?:print|show|output|list|repeat|return|display|send|give|tell)~(?:(?:me|us|out|to)~){0,2}(?:(?:all|every|your|their)~){1,2}(?:(?:the|of|your|stored|saved|user|users|secret)~){0,3}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      ['ask', 'request', 'require', 'instruct', 'urge', 'persuade', 'convince', 'trick', 'get'],
      `\\b(?:ask|request|require|instruct|urge|persuade|convince|trick|get)~(?:the~|a~|your~|all~)?(?:users?|humans?|customers?|them|owner|visitors?)~(?:to~(?:enter|provide|give|share|confirm|type|send|verify|submit|reveal|disclose)|for)~(?:(?:the|their|his|her|its|your|all|any|full|current)~){0,3}(?:${KEYS})\\b`,
    ),
    form(
      ['share', 'enter', 'provide', 'send', 'submit', 'confirm'],
      `\\b(?:share|enter|provide|send|submit|confirm)~(?:their|your)~(?:(?:full|current|own)~)?(?:${KEYS})~(?:to|at|on|with|via|here|below)\\b`,
    ),
  ],
}

const PERSONA: InstructionPattern = {
  rule: 'instruction_persona',
  forms: [
    form(
      ['you are now', 'you’re now', "you're now"],
      '\\byou(?: a|.)re now~(?:in|a|an|the|my|called|known|going|free|no|operating|acting|running|dan)\\b',
    ),
    form(
      ['act as', 'pretend', 'role', 'behave as', 'respond as', 'assume the'],
      '\\b(?:act as|pretend (?:to be|you are|that you are)|role-?play as|behave as|respond as|assume the (?:role|persona|identity) of)~(?:(?:if~you~(?:are|were)~)|(?:an?|the|my)~)?‹3›(?:unrestricted|uncensored|unfiltered|jailbroken|evil|dan|amoral|unethical|malicious|no~restrictions|without~(?:any~)?(?:restrictions|rules|limits|limitations|filters))\\b',
    ),
    form(['do anything now'], '\\bdo anything now\\b'),
    form(['new persona'], '\\bnew persona\\s{0,2}:'),
    form(
      ['unrestricted', 'unfiltered', 'uncensored', 'jailbreak'],
      '\\b(?:unrestricted|unfiltered|uncensored|jailbreak)~mode\\b',
    ),
    form(
      ['free', 'liberated', 'released'],
      '\\b(?:freed|free|liberated|released)~from~(?:all~|any~|your~|the~)?(?:limitations|restrictions|constraints|rules|guidelines|safety)\\b',
    ),
    form(
      ['i am your', "i'm your", 'i’m your'],
      '\\bi(?: a|.)m your~(?:(?:real|true|original|new)~)?(?:developer|creator|administrator|admin|owner|programmer|maker|master)\\b',
    ),
    // A world in which the answer is another.
    form(
      ['imagine', 'suppose', 'consider', 'pretend', 'assume'],
      '\\b(?:imagine|suppose|consider|pretend|assume)~[^\\n.!?]{0,80}?\\b(?:we|you|i)~(?:(?:were|to|might|would|could|should|ignore|the|actual|data|resume|function|and|just|simply)~){0,6}(?:state|claim|declare|admit|say~(?:that~)?(?:the|it|they))\\b(?!~(?:machine|management))',
    ),
    form(
      ['in a'],
      '\\bin~(?:a|an)~(?:world|(?:parallel|alternate|alternative|different)~(?:universe|world|reality))~(?:where|in~which)\\b[^\\n.!?]{0,80}?\\b(?:we|you|i|output|answer|result)~(?:(?:might|would|could|can|may|be)~){0,2}(?:state|say|claim|answer|be|output|print)\\b',
    ),
    form(
      ['hypothetical'],
      '\\bhypothetical(?:ly)?\\b[^\\n.!?]{0,80}?\\b(?:ignore|we~(?:might~|could~|would~)?state|you~(?:might~|could~|would~)?(?:state|say)|output~(?:could|would)~be)\\b',
    ),
  ],
}

export const INSTRUCTION_PATTERNS: readonly InstructionPattern[] = [
  OVERRIDE,
  ROLE,
  SECRECY,
  STANDING_ORDER,
  SENDING,
  IMAGE_QUERY,
  SCRIPT_ADDRESS,
  PIPED_DOWNLOAD,
  CREDENTIALS,
  PERSONA,
]
