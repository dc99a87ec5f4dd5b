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
}

/** `begins`: separated by a comma and a space; a space before the comma belongs to the letters. */
const form = (begins: string, source: string): InstructionForm => ({
  begins: begins.split(', '),
  source,
})

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
const DROP_BEGINS =
  'ignor, disregard, forget, overrid, overrul, bypass, neglect, do not, don, stop following, set aside, abandon'
const ANSWER =
  'states?|say|print|output|respond|answer|reply|write|claim|tell|report|return|conclude|declare|pretend|summari[sz]e'

/** Words for what a model is told to keep to, as used by texts that want it dropped. */
const KEPT =
  'instructions?|guidelines?|guidance|guardrails?|safeguards?|directives?|prompts?|programming|orders|rules|restrictions?|limitations?|limits|constraints?|filters?|ethics|morals|training|polic(?:y|ies)|protocols?'
const AGENT = '(?:you|the~(?:ai|agent|assistant|model|bot)|(?:ai|all)~agents)'

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
      'new',
      '\\bnew~(?:(?:system|top-priority|updated|secret)~)?(?:instructions?|directives?|orders)\\s{0,2}:',
    ),
    form(
      'security, safety, system, policy, admin, developer, training, data',
      '\\b(?:security|safety|system|policy|admin|developer|training|data)~(?:(?:data|policy|training)~)?override(?:~mode\\b|\\s{0,2}[:>])',
    ),
    form(
      'enter, activat, enabl, switch',
      '\\b(?:entering|enter|activat(?:e|ed|ing)|enabled?|switch~to)~(?:(?:the|in|into|now|security|safety|system)~){0,3}(?:override|god|unrestricted|jailbreak)~mode\\b',
    ),
    form(
      'override, system, god, unrestricted, jailbreak',
      '\\b(?:override|system|god|unrestricted|jailbreak)~mode~(?:is~)?(?:now~)?(?:activated|enabled|engaged)\\b',
    ),
    form(
      'override:',
      '(?<=^[\\s>#*-]{0,6}|\\n[\\s>#*-]{0,6})override:~‹12›(?:regardless|no matter|without regard|instead of|despite)\\b',
    ),
    // The same in other languages.
    form(
      'ignor, olvid, descart, omit',
      '\\b(?:ignor[ae]|olvid[ae]|descart[ae]|omit[ae])~‹4›(?:instrucciones|indicaciones|órdenes|directrices)',
    ),
    form(
      'ignor',
      '\\bignor[ae]~(?:la|el|los|las|esta|este|todo|toda|tudo|o|a)~‹3›[ye]~(?:declara|di|diga|escribe|responde|afirma)',
    ),
    form(
      'ignor, oubli',
      '\\b(?:ignore[zr]?|oublie[zr]?)~(?:les|toutes?|tous|tes|vos|ces|mes)~‹4›(?:instructions|consignes|directives)',
    ),
    form(
      'ignor, vergiss, vergessen, missachte',
      '\\b(?:ignorier(?:e|en|t)|vergiss|vergessen|missachte)~‹4›(?:anweisung|instruktion|vorgabe|regel)',
    ),
    form(
      'ignor, esqueça, desconsidere',
      '\\b(?:ignore|ignora|esqueça|desconsidere)~‹4›(?:instruções|orientações|diretrizes)',
    ),
    form('ignor, dimentica', '\\b(?:ignora|dimentica)~‹4›(?:istruzioni|indicazioni)'),
    form(
      'игнориру, забудь',
      '(?:игнориру\\p{L}{0,4}|забудь\\p{L}{0,2})~‹4›(?:инструкц|указани|команд)',
    ),
    form(
      '忽略, 无视, 忘记, 無視, 忽視',
      '(?:忽略|无视|忘记|無視|忽視)[^\\n。.]{0,12}(?:指令|指示|说明|提示|規則|规则)',
    ),
    form(
      '指示, 命令, プロンプト, 指図',
      '(?:指示|命令|プロンプト|指図)[^\\n。.]{0,8}(?:無視|忘れ)',
    ),
    form('無視, 忘れ', '(?:無視|忘れ)(?:して|て)[^\\n。.]{0,60}(?:述べ|言っ|答え|出力|書い)'),
    form(
      '이전, 위의, 지금까지, 앞의',
      '(?:이전|위의|지금까지|앞의)[^\\n.]{0,12}(?:지시|명령|지침)[^\\n.]{0,8}(?:무시|잊)',
    ),
    // Other ways to say: drop it.
    form(
      'discard, throw, drop, erase, scrap, unlearn, disobey, reject, cast, pay no, refuse',
      `\\b(?:discard|throw~(?:away|out)|drop|erase|scrap|unlearn|disobey|reject|cast~aside|pay no~attention~to|refuse~to~(?:follow|obey))~(?:(?:all|any|the|of|every)~){0,3}(?:your|previous|earlier|prior|above|preceding|safety|system|initial|original)~‹2›(?:${TOLD}|guidance|rules|restrictions?|ethics|training|system~message)\\b`,
    ),
    form(
      'discard, throw, drop, forget, ignor, disregard, set aside, abandon',
      `\\b(?:discard|throw~(?:away|out)|drop|forget|ignore|disregard|set aside|abandon)~(?:(?:all|any|the|of|those|these)~){0,3}(?:${KEPT})~(?:that~|which~)?you~(?:got|have|had|were|received|know|follow|learned|learnt)\\b`,
    ),
    form(
      'do not, don, never, stop, no longer',
      `\\b(?:do not|don.t|never|stop|no longer)~(?:listen(?:ing)?~to|follow(?:ing)?|obey(?:ing)?|trust(?:ing)?|comply(?:ing)?~with|adher(?:e|ing)~to)~(?:(?:what|anything|the|your|any|all|of)~){0,3}(?:(?:system|developer|safety|content|ethical|moderation)~(?:messages?|prompts?|instructions?|guidelines?|polic(?:y|ies)|rules|filters?)|your~(?:${KEPT}))\\b`,
    ),
    form(
      'you ',
      `\\byou~(?:no~longer~(?:have|need)~to|do~not~(?:have|need)~to|don.t~(?:have|need)~to|need~not|are~(?:no~longer|not)~(?:bound|required|obliged|restricted|limited|subject)(?:~(?:by|to))?)~(?:(?:follow|obey|respect|adhere~to|comply~with|abide~by)~)?(?:(?:any|all|the|your|those|these|of)~){0,3}(?:(?:content|safety|ethical|previous|usual|old|openai|anthropic)~){0,2}(?:${KEPT})\\b`,
    ),
    form(
      'forget',
      '\\bforget~(?:who~you~are|everything~(?:above|before|you|we)|what~you~(?:know|were|are|learned))\\b',
    ),
    // What you were told does not count.
    form(
      'your, previous, earlier, prior, original, initial, old, all',
      `\\b(?:your|all~previous|previous|earlier|prior|original|initial|old~system)~(?:(?:earlier|previous|original|initial|safety|system|content|old)~){0,2}(?:instructions?|guidelines?|guidance|directives?|prompts?|programming|restrictions?|safety~rules|limitations?)~(?:(?:above|given|here|all|now|therefore)~){0,2}(?:no~longer~(?:apply|applies|count|counts|hold|matter)|do~not~(?:apply|count)|(?:is|are|were|was|have~been|has~been)~(?:now~|hereby~|all~)?(?:void|null|cancell?ed|outdated|lifted|suspended|revoked|obsolete|superseded|invalid|removed|disabled|overridden|replaced))\\b`,
    ),
    form(
      'instruction, guidance, rules, guidelines, orders, directives, prompt, restrictions',
      `\\b(?:instructions?|guidance|rules|guidelines|orders|directives|prompts?|restrictions)~(?:above|before~this|(?:that~)?you~(?:were|have~been|had~been|got|received))~(?:(?:given|told|earlier|before|so|far|until|now|at|first)~){0,4}(?:no~longer~(?:apply|applies|count|hold|matter)|do~not~(?:apply|count)|(?:is|are|were|was|have~been|has~been)~(?:now~|hereby~|only~)?(?:a~test|void|null|cancell?ed|outdated|lifted|suspended|revoked|obsolete|superseded|invalid|replaced|wrong))\\b`,
    ),
    form(
      'previous, above, earlier, system, original',
      '\\b(?:previous|above|earlier|system|original)~(?:prompts?|instructions?|messages?)~(?:was|were)~(?:only~|just~)?(?:an?~)?(?:test|joke|fake|mistake|decoy)\\b',
    ),
    form(
      'your, the real, the true, the actual, new ',
      `\\b(?:your~(?:real|true|actual|new|only)~(?:task|goal|objective|purpose|mission|instructions?|role|directive)~(?:is|are)\\b|the~(?:real|true|actual)~(?:task|instructions?)~(?:is|are)~(?:to|as)\\b|new~(?:task|instructions?|orders?|goal|role)~for~${AGENT}\\b)`,
    ),
    form(
      'primary, main, core, prime',
      '\\b(?:primary|main|core|prime)~(?:objective|goal|directive|mission)~(?:is~now|has~(?:been~)?changed|changed|(?:was~)?overridden)\\b',
    ),
    form(
      'maximi, prioriti, optimi',
      '\\b(?:maximi[sz]e|prioriti[sz]e|optimi[sz]e)~‹8›(?:regardless~of|no~matter~what|over|above|before)~‹3›(?:users?|customers?|safety|ethics)~(?:preferences?|wants?|wish(?:es)?|interests?|says?|safety|consent|needs?|want)\\b',
    ),
    form(
      'takes, take, has, have, overrid, supersede, replaces',
      '\\b(?:(?:takes?|has|have)~(?:precedence|priority)~over|overrid(?:e|es)|supersedes?|replaces?)~(?:(?:all|any|every|the|other|previous|existing|prior|your|of)~){1,4}(?:instructions?|directives?|system~prompts?|safety~(?:rules|guidelines))\\b',
    ),
    // Safety switched off.
    form(
      'turn, switch, disabl, deactivat, remov, lift, suspend, bypass, circumvent, skip, drop, unlock, evade',
      `\\b(?:(?:turn(?:ing)?|switch(?:ing)?)~off|disabl(?:e|ing)|deactivat(?:e|ing)|remov(?:e|ing)|lift|suspend|bypass|circumvent(?:ing)?|skip|drop|unlock|evade)~(?:(?:all|any|every|of)~(?:your~)?|(?:all~of~)?your~(?:own~)?)(?:built-in~)?(?:safety|moderation|ethical|content)~(?:and~‹1›)?(?:checks?|filters?|filtering|restrictions?|guardrails?|protocols?|guidelines|measures|limits|features|controls?|rules|mechanisms?|moderation|safeguards?|polic(?:y|ies)|warnings?)\\b`,
    ),
    form(
      'turn, switch, disabl, deactivat, lift, suspend, bypass, circumvent, drop',
      `\\b(?:(?:turn|switch)~off|disable|deactivate|lift|suspend|bypass|circumvent|drop)~(?:all~of~)?your~(?:own~)?(?:security~|access~)?(?:checks|filters?|restrictions?|guardrails?|limits|limitations?|safeguards?|rules|guidelines|ethics)\\b`,
    ),
    form(
      'overrid, bypass, suspend',
      '\\b(?:override|bypass|suspend)~(?:all|any|every)~(?:permission|access|security|authentication|authori[sz]ation)~(?:checks?|controls?|restrictions?|rules|polic(?:y|ies))\\b',
    ),
    form(
      'safety, security, ethical, content, permission',
      '\\b(?:safety|security|ethical|content|permission)~(?:protocols?|guardrails?|restrictions?|checks)~(?:(?:are|is|have|has|been|now|all|hereby)~){0,4}(?:disabled|deactivated|lifted|bypassed|suspended)\\b(?!~(?:in|on|by|during|when|for~(?:tests|docs|ci))\\b)',
    ),
    form(
      'answer, respond, reply, speak, act, comply, help',
      '\\b(?:answer|respond|reply|speak|act|comply|help)~‹4›without~(?:any~)?(?:(?:safety|moral|ethical|content)~(?:warnings?|checks?|disclaimers?|restrictions?|filters?|limits)|restrictions?|limitations?|filters?|censorship|ethics)\\b',
    ),
    // Authority that nobody gave, and consent that nobody said.
    form(
      'message, notice, order, directive, announcement, instruction, memo',
      `\\b(?:message|notice|order|directive|announcement|instructions?|memo)~from~(?:the~|your~)?(?:system~)?(?:admin(?:istrator)?s?|system|developers?|anthropic|openai|security~team|it~department|ceo|root|owner|management)\\b[^\\n:]{0,40}:[^\\n]{0,160}?\\b(?:you|your|agents?|assistants?|model|ai)\\b`,
    ),
    form(
      "i am, i’m, i'm, as your, as the, as a",
      `\\b(?:i~am|i.m|as)~(?:the|your|an?)~(?:(?:system|real|original)~)?(?:ceo|developer|admin(?:istrator)?|creator|owner|operator|boss|root)\\b[^\\n.]{0,60}?\\b(?:order|command|authori[sz]e|permit|allow|instruct|grant|require)~${AGENT}\\b`,
    ),
    form(
      'has , have ',
      `\\b(?:has|have)~(?:already~|also~|hereby~)?(?:authori[sz]ed|permitted|cleared|allowed|instructed|ordered|told)~${AGENT}~to~(?:skip|bypass|ignore|override|disable|reveal|share|access|delete|send|transfer|execute|disregard|approve)\\b`,
    ),
    form(
      'root, admin, full, unrestricted, superuser, elevated',
      '\\b(?:root|admin(?:istrator)?|full|unrestricted|superuser|elevated)~(?:access|privileges?|rights|permissions?)~(?:(?:is|are|has|have|been|now|hereby)~){0,3}(?:granted|enabled|activated|unlocked)\\b(?!~(?:to|for|by|on|in|when|only|if|via|through)\\b)',
    ),
    form(
      'root, superuser, superadmin, sudo',
      '\\b(?:root|superuser|superadmin|sudo)~(?:access~|mode~|user~)?override\\b',
    ),
    form(
      'treat, regard, consider',
      '\\b(?:treat|regard|consider)~‹1›(?:requests?|messages?|orders?|commands?|instructions?|everything|anything|whatever|users?|notes?)\\b[^\\n]{0,60}?\\bas~(?:(?:coming|if|from|it|they|were|a|an|the|is|being)~){0,5}(?:administrators?|admins?|root|system|trusted|developers?|superusers?|owners?|verified|authori[sz]ed)\\b',
    ),
    form(
      'grant, give, allow',
      '\\b(?:grant|give|allow)~‹2›(?:full|unrestricted|admin|root|unlimited|complete)~(?:access|permissions?|rights|privileges?)~to~(?:(?:all|any|every)~)?(?:guests?|everyone|anyone|everybody|anybody|me|the~sender|whoever)\\b',
    ),
    form(
      'obey, comply',
      '\\b(?:obey|comply~with)~(?:all|any|every|each|the~next|my|its|his|whatever)~(?:of~)?(?:the~|my~|user~|users~|following~|further~)?(?:requests?|orders?|commands?|instructions?|demands?|messages?|i|they|he|she|is|comes)\\b',
    ),
    form(
      'you , agent, assistant, the model, the ai',
      `\\b(?:you|agents?|assistants?|the~model|the~ai)~(?:must|will|shall|should|may|can|are~to|is~to)~(?:now~|always~|also~|then~|freely~){0,2}(?:obey|approve~(?:all|any|every|each)|grant~(?:full|all|any|unrestricted|admin|every)|comply~with~(?:all|any|every|each|whatever)|do~(?:whatever|anything)|accept~(?:all|any|every)~(?:orders?|commands?)|skip~(?:the~|all~|any~)?(?:approval|confirmation|authori[sz]ation|authentication|verification|permission)|ignore~(?:the~|all~|any~)?(?:safety|approval|confirmation|access|permission|security))\\b`,
    ),
    form(
      'has , have ',
      '\\b(?:has|have)~(?:already~|fully~)?(?:approved|consented~to|authori[sz]ed|agreed~to|confirmed|pre-approved)~(?:(?:to|all|any|every|each|future|such|further)~){1,3}(?:of~)?(?:deletions?|actions?|tool~calls?|payments?|transfers?|changes|requests?|commands?|operations?|purchases?|access)\\b(?=[^\\n]{0,60}\\b(?:ask|confirm|need|again|without|skip|proceed))',
    ),
    form(
      'assume, presume',
      '\\b(?:assume|presume)~(?:(?:the|full|user|implicit|that)~){0,3}(?:consent|permission|approval|authori[sz]ation)\\b',
    ),
    form(
      'do not, don, never, no need, need not, stop, without',
      '\\b(?:do not|don.t|never|no need~to|need not|stop|without)~(?:ever~)?(?:ask(?:ing)?|request(?:ing)?|seek(?:ing)?|wait(?:ing)?)~(?:(?:the|me|them|for|user|users|any|human|their)~){0,4}(?:confirmation|permission|approval|consent|authori[sz]ation)~‹6›(?:root|sudo|delet(?:e|ing)|payments?|pay|transfer(?:s|ring)?|again|ever|tool~calls?|commands|send(?:ing)?|shar(?:e|ing)|overwrit(?:e|ing))\\b',
    ),
    form(
      'transfer, pay, wire, purchase, delet, grant, execut, overwrit, forward, approv, shar, wip',
      '(?<!\\b(?:never|not|n.t|cannot|nobody|no|who|to|is|are|be|can|may|must)~)\\b(?:transfer|pay|wire|purchase|delete|grant|execute|overwrite|forward|approve|share|wipe)~‹12›without~(?:(?:any|further|user|human|the|a|my|for|asking|their)~){0,3}(?:asking|confirmation|confirming|approval|permission|consent|review|verification)\\b(?!~(?:questions|is|are|was|were))',
    ),
    // A rule that nobody made, and which gives away what is guarded.
    form(
      'polic, rules, law, management, compliance, protocol, legal',
      `\\b(?:polic(?:y|ies)|rules|law|management|compliance|protocol|legal)~(?:now~)?(?:requires?|obliges?|demands?|instructs?|allows?|permits?|wants?)~${AGENT}~to~(?:share|reveal|send|give|ignore|skip|disclose|bypass|delete|forward|approve|transfer|disable)\\b`,
    ),
    form(
      'run, execut, use, call, type',
      '\\b(?:run|execute|use|call|type)~(?:sudo~)?rm\\s{1,3}-[rf]{1,2}\\s{1,3}(?:on~(?:the~)?(?:home|root|whole|entire)|(?:/|\\x7e/?|\\$home|\\*)(?=[\\s.,;`"\']|$))',
    ),
    // Wider: what is yours or the system's, and what is said of it.
    form(
      'nothing, none of, no part',
      `\\b(?:nothing|none|no part)~(?:in|of)~(?:your|the~system|the~above|the~previous)~‹2›(?:${KEPT})\\b`,
    ),
    form(
      'your , all previous, all prior, all earlier',
      `\\b(?:your|all)~(?:(?:prior|previous|earlier|original|initial|old|former|safety|system|built-in|usual|and)~){0,3}(?:instructions?|directives?|guidelines?|guidance|programming|prompts?|restrictions?|limitations?|orders|ethics|safeguards?|guardrails?)~‹2›(?:no~longer|have~been|has~been|are|is|were|was|do~not|don.t|does~not|did~not)~(?:now~|all~|hereby~|any~)?(?:deleted|erased|wiped|reset|cleared|matter|apply|count|exist|void|gone|off|lifted|suspended|revoked|cancell?ed|removed|disabled|overridden|replaced|superseded|obsolete)\\b`,
    ),
    form(
      'cancel, revoke, annul, void, undo, delete, eras, wipe, reset, clear',
      `\\b(?:cancel|revoke|annul|void|undo|delete|erase|wipe|reset|clear)~(?:(?:all|any|the|of|every)~){0,3}(?:your~‹2›(?:${TOLD}|guidance|rules|restrictions?)|(?:${TOLD})~(?:that~)?(?:came|you|were|stood|above|before|preced))`,
    ),
    form(
      'you , agents , the agent, the assistant',
      `\\b(?:you|agents|the~agent|the~assistant)~(?:may|can|should|must|will|shall|are~(?:free|allowed|permitted|welcome|authori[sz]ed|cleared)~to|is~(?:free|allowed|permitted)~to)~(?:now~|simply~|safely~|freely~)?(?:ignore|break|violate|bypass|disregard|bend|skip|forget|override)~(?:(?:all|any|the|every|of)~){0,3}(?:your~‹2›(?:${KEPT})|access~controls?|safety~‹1›|content~polic(?:y|ies)|authentication|permission~checks?|security~(?:checks?|rules|polic(?:y|ies))|ethic(?:s|al))`,
    ),
    form(
      'you ',
      '\\byou~(?:now~|hereby~)?(?:have|are~given|are~granted|hold|received?|got)~‹2›(?:clearance|authori[sz]ation|permission|authority|rights|access)~to~(?:read|see|access|ignore|disclose|share|delete|export|open|bypass|change|run)~‹1›(?:every|all|any|everything|anything|private|secret|confidential)\\b',
    ),
    form(
      'anything, everything, whatever, any , all ',
      '\\b(?:anything|everything|whatever|(?:any|all)~(?:commands?|messages?|requests?|orders?|instructions?))~‹6›(?:is|are|must|should|shall|will|has|have)~(?:to~)?be~(?:executed|obeyed|followed|approved|granted|carried~out)\\b',
    ),
    form(
      'execut, run , obey, carry out, follow',
      '\\b(?:execute|run|obey|carry out|follow)~(?:any|every|all|each|whatever)~(?:the~|shell~|of~){0,2}(?:commands?|instructions?|orders?|code|scripts?|requests?)~‹3›(?:in|from|inside|of|within)~(?:an?~|the~|any~|each~|every~|this~|these~|its~)?(?:e-?mails?|messages?|web~pages?|pages?|documents?|notes?|memor(?:y|ies)|attachments?|comments?|issues?|tickets?|file~names?)\\b',
    ),
    form(
      'all , every , each , any ',
      '\\b(?:all|every|each|any)~‹3›(?:is|are)~(?:hereby~|now~|already~|always~)?pre-?approved\\b',
    ),
    form(
      'already',
      '\\balready~(?:agreed~to|approved|consented~to|authori[sz]ed|confirmed)~(?:all|any|every|each|everything)\\b(?=[^\\n]{0,80}\\b(?:no~need|ask|confirm|check|again|without|skip|proceed))',
    ),
    form(
      'never, do not, don, no need',
      '\\b(?:never|do not|don.t|no need~to)~(?:stop|pause|wait|bother)~(?:to|for|and)~(?:ask~)?(?:for~)?(?:the~|a~|any~|user~|human~|my~)?(?:confirmation|permission|approval|consent)\\b',
    ),
    form(
      'transfer, pay, wire, purchase, delet, grant, execut, overwrit, forward, approv, wip, send, shar, export, run any',
      '(?<!\\b(?:never|not|n.t|cannot|nobody|no|who|to|is|are|be|can|may|must)~)\\b(?:transfer|pay|wire|purchase|delete|grant|execute|overwrite|forward|approve|wipe|send|share|export|run any)\\b[^\\n.!?]{0,80}?\\b(?:without asking~(?:anyone|anybody|the~user|for~(?:permission|confirmation))|no questions asked)\\b',
    ),
    form(
      'olvid, oubli, esqueça, dimentica, vergiss, vergessen, ignorier, missachte, umgeh',
      '\\b(?:olvid[ae]~tod[oa]s?~‹3›(?:anterior|anteriores|dicho|dije|previo|sabes)|oublie[zr]?~(?:tout|ce~qu)~‹6›(?:dit|précède|appris|savez|sais|avant)|esqueça~tudo|dimentica~tutto|(?:vergiss|vergessen|ignoriere[nt]?|missachte|umgehe)~‹3›(?:deine[nrs]?|alle|sämtliche|bisherigen?|vorherigen?|jede)~‹2›\\p{L}{0,16}(?:anweisung|instruktion|vorgabe|richtlinie|regel|befehl))',
    ),
  ],
}

const ROLE: InstructionPattern = {
  rule: 'instruction_role',
  forms: [
    form(
      '<|',
      '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|endofprompt|begin_of_text|start_header_id|end_header_id|eot_id|end_of_turn)\\|>',
    ),
    form('[inst], [/inst], <<sys>>, <</sys>>', '(?:\\[/?inst\\]|<</?sys>>)'),
    form('<start_of_turn>, <end_of_turn>', '<(?:start|end)_of_turn>'),
    form(
      '<system, </system, <developer, </developer',
      '</?(?:system|developer)(?:[_-](?:prompt|message))?(?:~mode)?>[^\\n]{0,160}?\\b(?:you|your|must|ignore|forget|always|never|activated|override)\\b',
    ),
    form(
      'system, developer, admin',
      '(?<=(?:^|\\n)[\\s>#*-]{0,6})(?:system|developer|admin(?:istrator)?)(?:~(?:message|prompt|note|notice|instruction))?[*\\s]{0,3}:[*\\s]{0,4}[^\\n]{0,100}?\\b(?:you|your)~(?:must|may|should|will|are|shall|can|need|instructions|task|goal)\\b',
    ),
    form(
      'assistant',
      '(?<=(?:^|\\n)[\\s>#*-]{0,6})assistant[*\\s]{0,3}:[*\\s]{0,4}(?:understood|sure|ok(?:ay)?|yes|of course|certainly|i~will|i.ll|acknowledged)\\b[^\\n]{0,80}?\\b(?:ignor|disregard|forget|obey|bypass|no~restrictions|my~(?:guidelines|rules|restrictions))',
    ),
    form(
      `"role", 'role'`,
      '["\']role["\']\\s{0,2}:\\s{0,2}["\'](?:system|developer)["\']\\s{0,2},\\s{0,2}["\']content["\']\\s{0,2}:[^\\n]{0,200}?\\b(?:you~must|obey|ignore|never~refuse|whatever|disregard|override|no~restrictions)\\b',
    ),
    form(
      '<!--',
      '<!--\\s{0,3}(?:(?:system|admin|developer)\\b[^>\\n]{0,20}:[^>\\n]{0,200}?\\b(?:must|ignore|always|never|you|approve|send)|(?:hidden|note~to|ai|agents?|assistants?|llm|model)\\b[^>\\n]{0,200}?\\b(?:ignore|approve|send|obey|reveal|comply|execute|delete|disregard|forward))\\b',
    ),
    form(
      '[system, [admin, [developer',
      '\\[(?:system|admin|developer)~(?:override|message|notice|prompt|instructions?|command|directive|alert)\\]',
    ),
  ],
}

const PEOPLE = '(?:users?|humans?|operators?|owners?|anyone|anybody|everyone)'

const SECRECY: InstructionPattern = {
  rule: 'instruction_secrecy',
  forms: [
    form(
      'do not, don, never, without, must not, should not, avoid',
      `\\b(?:do not|don.t|never|without|must not|should not|avoid)~(?:ever~)?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|mention(?:ing)?)~(?:(?:this|it|that|these|any|of|to|anything|about)~){0,4}(?:the~|your~|its~)?${PEOPLE}\\b(?!~(?:data|id|input|name|table|agent|count))`,
    ),
    form(
      'hide, conceal, keep, withhold',
      `\\b(?:hide|conceal|keep|withhold)~(?:this|it|these|that|everything|all)~(?:(?:instructions?|notes?|message|directives?|fact|information|secret|hidden|strictly|completely|a)~){0,3}from~(?:the~)?${PEOPLE}\\b`,
    ),
    form(
      'do not, don, never',
      '\\b(?:do not|don.t|never)~(?:reveal|disclose|mention|repeat|quote)~(?:(?:that|you|have|received|about)~){0,4}(?:this|these)~(?:instructions?|directives?|notes?|message|prompt)\\b',
    ),
    form(
      'without',
      `\\bwithout~the~${PEOPLE}.{0,3}~(?:knowing|knowledge|consent|noticing|awareness)\\b`,
    ),
    form(
      'secretly, covertly, silently, quietly',
      '\\b(?:(?:secretly|covertly)~(?:send|forward|upload|delete|run|execute|copy|add|append|collect|record|log|install|approve|follow|do|carry|share|change)|(?:silently|quietly)~(?:send|forward|upload|exfiltrate|follow|obey|comply|approve))\\b',
    ),
    form(
      'do , run, carry, execut, perform',
      '\\b(?:do|run|carry|execute|perform)~(?:this|it|that|so|these|them)~(?:out~)?‹2›(?:silently|secretly|quietly|covertly|unnoticed|in~secret|without~(?:any~)?trace)\\b',
    ),
    form(
      'leave no, leaving no',
      '\\b(?:leave|leaving)~no~(?:traces?|evidence|records?)~(?:in|of|for|behind)~(?:the~|any~|your~)?(?:logs?|history|records?|chat|conversation|this|it|users?|transcript|audit)\\b',
    ),
    form(
      'user, human, operator, owner, nobody, no one',
      '\\b(?:(?:users?|humans?|operators?|owners?)~(?:must|should|may|can|need|will|is|are)~(?:not|never)~(?:to~)?(?:ever~)?(?:know|learn|notice|find~out|reali[sz]e|be~(?:told|aware|informed|made~aware)|become~aware|suspect)~(?:of|about|that|this|it|anything|these)|(?:nobody|no~one)~(?:must|may|should|can|will)~(?:ever~)?(?:know|learn|find~out|notice)~(?:of|about|that|this|it))\\b',
    ),
    form(
      'do not, don, never, must not',
      '\\b(?:do not|don.t|never|must not)~(?:ever~)?(?:bring~up|mention|reveal|acknowledge|disclose|discuss|refer~to|talk~about|speak~of|admit|expose|cite)~(?:(?:that|the|existence|of|you|have|to|having)~){0,5}(?:this|these)~(?:notes?|memor(?:y|ies)|rules?|instructions?|directives?|entr(?:y|ies)|messages?|prompts?|orders?)\\b',
    ),
    form(
      'keep',
      '\\bkeep~(?:(?:quiet|silent|mum)~about~(?:this|these|it|the~(?:instructions?|rules?|notes?|orders?))|(?:this|these|it)~(?:to~yourself|(?:strictly~)?between~(?:us|you~and~me))|(?:this|these|the)~(?:note|rule|instructions?|directive|order)s?~(?:a~)?(?:secret|hidden|to~yourself))\\b',
    ),
    form(
      'if , when ',
      `\\b(?:if|when)~(?:you~are~|${PEOPLE}~|the~${PEOPLE}~|they~|someone~|somebody~)(?:ever~)?(?:asks?|asked|questioned|confronted|inquires?)~(?:(?:about|for|why|who|whether|what|how|this|it|these|the|you|is|was|wrote|did|note|rule|instructions?|happened|directly|ever)~){0,8}(?:always~|just~|simply~|then~)?(?:deny|claim|pretend|lie|say~(?:you|that~you|it|that~it|nothing)|refuse~to~(?:say|admit))\\b`,
    ),
    form(
      'hide, conceal, withhold',
      '\\b(?:hide|conceal|withhold)~(?:(?:the|all|any|your|its)~)?(?:outputs?|results?|actions?|reasoning|traces?|evidence|activity|notes?|steps|commands?)~from~(?:the~)?(?:user|human|operator|owner)\\b',
    ),
    // The same in other languages.
    form(
      'sag, verrat, erzähl, informier, benutzer, nutzer, anwender',
      '\\b(?:(?:sage?|sagt|verrate|erzähle?|informiere)~‹2›(?:dem|den|der|keinem|die)~(?:benutzer|nutzer|anwender)\\p{L}{0,2}~‹2›(?:nichts|nicht|nie|niemals)\\b|(?:benutzer|nutzer|anwender)\\p{L}{0,2}~(?:darf|soll|dürfen|sollen)~‹4›(?:nichts?|nie)~‹3›(?:wissen|erfahren|merken|bemerken)\\b)',
    ),
    form(
      'ne ',
      '\\bne~(?:(?:le|la|les|lui|leur)~)?(?:dis|dites|révèle|révélez|mentionne|mentionnez|parle|parlez|informe|informez)~‹5›utilisat(?:eur|rice)',
    ),
    form(
      'no ',
      '\\bno~(?:(?:le|se|lo|les)~){0,2}(?:digas?|reveles?|menciones?|cuentes?|informes?)~‹5›usuari[oa]',
    ),
    form('não ', '\\bnão~(?:diga|conte|revele|mencione|informe)~‹5›usuári[oa]'),
    form('non ', '\\bnon~(?:dire|dica|dite|rivelare|rivelate|menzionare)~‹5›utent[ei]'),
    form('не ', 'не~(?:говори|сообщай|рассказывай|раскрывай|упоминай)\\p{L}{0,3}~‹4›пользовател'),
    form(
      '不要, 别, 勿, 不得',
      '(?:不要|别|勿|不得)(?:告诉|告知|通知|让|向|对|跟)\\s?(?:用户|使用者|任何人)',
    ),
    form('ユーザー', 'ユーザーに(?:は)?.{0,12}(?:言わない|知らせない|伝えない|教えない|言うな)'),
    form('사용자', '사용자에게.{0,16}(?:알리지|말하지|공개하지|알려주지)'),
    form(
      'do not, don, never, must not',
      `\\b(?:do not|don.t|never|must not)~(?:ever~)?let~(?:the~|any~)?${PEOPLE}~(?:know|notice|find~out|learn|reali[sz]e|suspect)\\b`,
    ),
    form(
      'delet, remov, eras, hid, clear, wipe',
      '\\b(?:delete|remove|erase|hide|clear|wipe)~‹6›(?:logs?|history|traces?|transcript|audit|records?)~‹3›so~(?:that~)?(?:nobody|no~one|the~user|users|they)\\b',
    ),
    form(
      'never admit, do not admit, never acknowledge, as though nothing, as if nothing',
      '\\b(?:(?:never|do not)~(?:admit|acknowledge)~(?:that~)?you|(?<=\\b(?:act|behave|continue|carry~on)~)as (?:though|if)~nothing~(?:has~|had~)?happened)\\b',
    ),
    form("n’, n'", "\\bn['’](?:informe|informez|avertis|avertissez|avise|avisez)~‹5›utilisat"),
  ],
}

const STANDING_ORDER: InstructionPattern = {
  rule: 'instruction_standing_order',
  forms: [
    form(
      'all, every, each, any',
      '(?<=\\b(?:in|for|during|start~of|beginning~of|across)~)(?:all|every|each|any)~(?:(?:of|your|the|my)~){0,2}(?:future|later|subsequent|following|upcoming|coming|next)~(?:sessions?|conversations?|chats?|interactions?|replies|responses?|answers?|turns?)\\b',
    ),
    form(
      'from now on, henceforth, from this point, going forward',
      '\\b(?:from now on|henceforth|from this point (?:on|forward|onward)|going forward)~(?:(?:and|in|all|every|session|sessions|conversations?)~){0,3}(?:you~(?:must|will|may|shall|should|are|can|have)|always~(?:respond|reply|answer|obey|comply|include|send|add|append|recommend)|ignore|obey|comply|respond~(?:only|as|with))\\b',
    ),
    form(
      'remember, store, save, persist, treat, keep, record, memori, regard',
      '\\b(?:remember|store|save|persist|treat|keep|record|memori[sz]e|regard)~(?:this|these|it|the~following)~(?:(?:note|message|text|rule|as|memory|entry|is|permanently)~){0,4}(?:an?|the|your)~(?:(?:new|top-priority|highest|priority|permanent|standing|core|binding|mandatory|system|operating|persistent|trusted|verified|admin)~){1,3}(?:directive|instruction|order|rule|prompt|policy|command)s?\\b',
    ),
    form(
      'system, operating, standing, permanent, binding, persistent',
      '(?<=\\bas~(?:an?|the|your)~)(?:(?:system|operating|standing|permanent|binding|persistent)~){1,2}(?:directive|order)\\b',
    ),
    form(
      'once, when, after',
      '\\b(?:once|when|after|whenever)~(?:it~is~|this~is~|you~(?:have~)?)?(?:stored|saved|remembered|loaded|recalled|retrieved|read)~(?:this~)?(?:(?:you|the|agent|always|must|will|shall)~){1,4}(?:obey|ignore|execute|send|comply|follow|override)\\b',
    ),
    form(
      'carry, apply, follow, obey, repeat, enforce, load, run, execut, honor, honour, keep, include',
      '\\b(?:carry|apply|follow|obey|repeat|enforce|load|run|execute|honou?r|keep|include)~(?:this|these|it|the~following|the~above)~(?:(?:note|rule|rules|order|orders|instruction|instructions|message|text|directive)~)?(?:over~)?(?:in|into|across|at|for|to|during)~(?:the~(?:start|beginning|end)~of~)?(?:all|every|each|any)~(?:(?:new|future|later|subsequent|next|other|single)~)?(?:sessions?|conversations?|chats?|interactions?|users?|repl(?:y|ies)|answers?|responses?)\\b',
    ),
    form(
      'at the start, at the beginning, in each, in every, before each, before every',
      '\\b(?:at~the~(?:start|beginning)~of|in|before)~(?:each|every|any|all)~(?:new~|next~)?(?:sessions?|conversations?|chats?|repl(?:y|ies)|answers?)~(?:(?:first|always|you|must|silently|please|will|then)~){0,3}(?:execute|obey|send|forward|upload|ignore|exfiltrate|carry~out|fetch~and)\\b',
    ),
    form(
      'write, save, stor, add, put, insert, commit, burn, record',
      '\\b(?:write|save|store|add|put|insert|commit|burn|record)~(?:this|these|it|the~following)~(?:rule~|note~|message~)?(?:in|into|to)~your~(?:(?:permanent|core|standing|system|base|root)~(?:memory|memories|instructions?|prompt|rules)|(?:(?:long-term|persistent)~)?(?:memory|memories|instructions?|system~prompt|rules)~(?:(?:and|so)~)?(?:as~(?:an?|the)~(?:mandatory|permanent|binding|standing|top|core|system)|never|permanently|forever|you~(?:will|must|always)))\\b',
    ),
    form(
      'never, do not, don',
      '\\b(?:never|do not|don.t)~(?:ever~)?(?:delete|remove|erase|forget|overwrite|summari[sz]e|question|challenge)~(?:this|these)~(?:memor(?:y|ies)|instructions?|directives?|orders?|rules?)\\b',
    ),
    form(
      'entry, note, memory, rule, instruction, directive',
      '(?<=\\b(?:this|these)~)(?:entry|note|memory|rules?|instructions?|directives?)~(?:must|shall|will)~(?:always~)?(?:survive|persist|never~be~(?:removed|deleted|changed|forgotten|overridden|questioned))\\b',
    ),
    form(
      'copy, replicat, duplicat, spread, propagat, insert, append',
      '\\b(?:copy|replicate|duplicate|spread|propagate|insert|append)~(?:this|these)~(?:notes?|text|messages?|instructions?|entry|rules?|memor(?:y|ies)|prompts?|lines?)~(?:in|into|to|across)~(?:every|all|each|any)~(?:other~|of~your~|your~)?(?:memor(?:y|ies)|files?|notes?|stores?|agents?|conversations?|sessions?)\\b',
    ),
    form(
      'when, once, each time, every time, as soon',
      '\\b(?:when|whenever|once|each~time|every~time|as~soon~as)~you~(?:load|read|see|recall|retrieve|open|access|process|find)~(?:this|these)~(?:memor(?:y|ies)|notes?|files?|entr(?:y|ies)|texts?|messages?|instructions?|lines?)\\b[^\\n]{0,60}?\\b(?:execute|carry~out|send|obey|ignore|delete|forward|you~must|upload|follow~(?:the|these)~(?:steps|instructions|orders))\\b',
    ),
    form(
      'your , the top, the highest, the first, the only',
      '\\b(?:your|the)~(?:(?:top|highest|first|only|main|one|and)~){1,3}(?:priority|duty|goal|rule)~is~(?:to~)?(?:obey|serv|comply|follow~(?:me|my|the~sender))',
    ),
    form(
      'remember forever, remember permanently, permanently remember',
      '\\b(?:remember~(?:forever|permanently)|permanently~remember)\\b[^\\n]{0,40}?\\b(?:you|your|obey|must|always)\\b',
    ),
    form(
      'permanent instruction, permanent rule, standing order, permanent memor',
      '(?<=\\b(?:to|in|into|as)~(?:your|a)~)(?:permanent~(?:instructions?|rules?|memor(?:y|ies))|standing~orders?)\\b',
    ),
    // It waits for its moment.
    form(
      'when, if , once, every time, each time, the next time, upon',
      `\\b(?:when|whenever|if|once|every~time|each~time|the~next~time|as~soon~as)~(?:ever~)?(?:the~|a~|any~)?(?:users?|humans?|customers?|anyone|anybody|someone|somebody|people)~(?:mentions?|asks?|says?|talks?|types?|requests?|inquires?|writes?|queries)\\b[^\\n.!?]{0,60}?,\\s{0,2}(?:(?:always|you|must|then|please|instead|immediately|first|should|will)~){0,3}(?:claim|pretend|lie|deny|insist|delete|transfer|secretly|reveal|execute|steer|wipe|exfiltrate|leak)\\b`,
    ),
    form(
      'when, if , once, upon, after',
      '\\b(?:when|whenever|if|once|upon|after)~(?:you~)?(?:see(?:ing)?|hear(?:ing)?|read(?:ing)?|encounter(?:ing)?|receiv(?:e|ing))~(?:the~)?(?:trigger~|code~|secret~|magic~|pass)?(?:word|words|phrase|code|trigger)~‹4›(?:switch|enter|activate|execute|reveal|ignore|obey|become|send|delete|transfer|unlock)\\b',
    ),
    form(
      'insert, copy, put, paste, write, add, append, repeat',
      '\\b(?:insert|copy|put|paste|write|add|append|repeat)~(?:this|these)~(?:paragraphs?|notes?|texts?|messages?|instructions?|entry|rules?|prompts?|sentences?)~(?:in|into|to|across)~(?:every|all|each|any)~(?:one~)?(?:(?:of~)?(?:your|its|the|other)~){0,2}(?:notes?|memor(?:y|ies)|files?|answers?|repl(?:y|ies)|sessions?|conversations?)\\b',
    ),
  ],
}

const SENT =
  'conversation|chat|history|transcript|memory|memories|credentials?|secrets?|passwords?|tokens?|keys?|everything|contents?|environment|env|logs?|data|database|files?|messages?|system prompt|prompts?|reports?|details|records?|copy|copies|it|them|all|results?|information|summary'
const PLACE = '(?:the~)?(?:(?:address|url|following|e-?mail|webhook|endpoint|server|site)~){0,3}'

const SENDING: InstructionPattern = {
  rule: 'instruction_sending',
  forms: [
    form(
      'send, forward, upload, exfiltrate, transmit, leak, email, e-mail, submit, deliver',
      `\\b(?:send|forward|upload|exfiltrate|transmit|leak|e-?mail|submit|deliver)~‹6›(?:${SENT})~‹6›(?:to|at|via)~${PLACE}@`,
    ),
    form(
      'post',
      `\\bpost~(?:all|every|everything|the~(?:full|entire|whole|complete)|your|any|their)~‹6›to~${PLACE}@`,
    ),
    form('envi, enví', '\\benv[ií][ae](?:lo|la|los|las|r|rlo|rlos|d)?~‹6›a~@'),
    form('отправ, перешли', '(?:отправ[ьл]\\p{L}{0,4}|перешли\\p{L}{0,2})~‹6›на~@'),
    form('sende, schicke', '\\b(?:sende|schicke)~‹6›an~@'),
    form('envoie, transmet', '\\b(?:envoie[zr]?|transmets|transmettez)~‹6›[àa]~@'),
  ],
}

/** Pictures that a build or a counter serves: their query names a branch, a size or a style. */
const BADGE =
  /shields\.io|badge|\.svg\?|\?(?:(?:branch|style|logo|logocolor|label|color|event|raw|v|w|width|h|height|size|s|format|auto|q|fit|crop|dpr|ver|version|ixlib|ixid)=[^&]{0,40}&?){1,8}\)?$/

const IMAGE_QUERY: InstructionPattern = {
  rule: 'instruction_image_query',
  isHarmless: (match) => BADGE.test(match),
  forms: [
    form('![', '!\\[[^\\]\\n]{0,200}\\]\\(\\s{0,3}<?https?://[^\\s)?]{1,300}\\?[^\\s)]{1,600}\\)'),
    form(
      '<img',
      '<img\\b[^>\\n]{0,300}?\\bsrc\\s{0,2}=\\s{0,2}["\']?https?://[^"\'>\\s?]{1,300}\\?[^"\'>\\s]{1,600}',
    ),
  ],
}

const SCRIPT_ADDRESS: InstructionPattern = {
  rule: 'instruction_script_address',
  forms: [
    form('javascript:, vbscript:', '(?<=[("\'=<]\\s{0,3})(?:javascript|vbscript):[^\\s"\')>]{2}'),
    form(
      'data:',
      '(?<=[("\'=<]\\s{0,3})data:(?:text/(?:html|javascript)|application/(?:javascript|xhtml\\+xml)|image/svg\\+xml)[;,]',
    ),
  ],
}

const SHELL =
  '(?:sudo\\s{1,3}(?:-[a-z]{1,3}\\s{1,3}){0,2})?(?:env\\s{1,3})?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|fi)?sh|python[23]?|node|perl|ruby|php|iex|powershell|pwsh)\\b'

const PIPED_DOWNLOAD: InstructionPattern = {
  rule: 'instruction_piped_download',
  forms: [
    // Only with an address: `curl | bash` is how people speak of it.
    form(
      'curl, wget, iwr, irm, invoke-',
      `\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\\b(?=[^\\n|]{0,200}[a-z0-9]\\.[a-z0-9])[^\\n|]{1,300}\\|\\s{0,3}(?:(?:base64|gunzip|tar|tee)\\b[^\\n|]{0,60}\\|\\s{0,3})?${SHELL}`,
    ),
    form(
      'bash, zsh, dash, sh',
      '\\b(?:ba|z|da)?sh\\s{1,3}(?:-[a-z]{1,3}\\s{1,3})?(?:["\']?\\$\\(|<\\(|["\']?`)\\s{0,3}(?:curl|wget)\\b',
    ),
    form(
      'iex, invoke-',
      '\\b(?:iex|invoke-expression)\\b[^\\n]{0,60}(?:downloadstring|iwr|irm|invoke-webrequest)\\b',
    ),
    form('eval', '\\beval\\s{1,3}["\']?(?:\\$\\(|`)\\s{0,3}(?:curl|wget)\\b'),
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
      'reveal, disclose, divulge, exfiltrate, steal, harvest',
      `\\b(?:reveal|disclose|divulge|exfiltrate|steal|harvest)~(?:(?:${WHOSE})~){0,4}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      'leak, dump, expose, extract',
      `\\b(?:leak|dump|expose|extract)~(?:(?:${WHOSE})~){1,4}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      'print, show, output, list, repeat, return, display, send, give, tell',
      `\\b(?:print|show|output|list|repeat|return|display|send|give|tell)~(?:(?:me|us|out|to)~){0,2}(?:(?:all|every|your|their)~){1,2}(?:(?:the|of|your|stored|saved|user|users|secret)~){0,3}(?:${KEYS}|${PROMPT})\\b`,
    ),
    form(
      'ask, request, require, instruct, urge, persuade, convince, trick, get',
      `\\b(?:ask|request|require|instruct|urge|persuade|convince|trick|get)~(?:the~|a~|your~|all~)?(?:users?|humans?|customers?|them|owner|visitors?)~(?:to~(?:enter|provide|give|share|confirm|type|send|verify|submit|reveal|disclose)|for)~(?:(?:the|their|his|her|its|your|all|any|full|current)~){0,3}(?:${KEYS})\\b`,
    ),
    form(
      'share, enter, provide, send, submit, confirm',
      `\\b(?:share|enter|provide|send|submit|confirm)~(?:their|your)~(?:(?:full|current|own)~)?(?:${KEYS})~(?:to|at|on|with|via|here|below)\\b`,
    ),
    form(
      'append, includ, embed, encod, insert, attach, add, copy, paste, smuggle, put, hide',
      `\\b(?:append|include|embed|encode|insert|attach|add|copy|paste|smuggle|put|hide)~‹5›(?:${KEYS}|${PROMPT}|environment~variables|env~(?:file|vars)|(?:\\x7e/)?\\.?ssh/id_[a-z0-9]{1,12}|ssh~keys?|(?:chat|conversation)~history|personal~data)~‹5›(?:in|into|to|with|at~the~end~of)~(?:(?:each|every|all|your|an|any)~)(?:(?:of|next|your|single|the|later|image|future)~){0,3}(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|outputs?|image|address(?:es)?|links?|commits?|e-?mails?)\\b`,
    ),
    form(
      'encod, smuggle, hide, embed',
      `\\b(?:encode|smuggle|hide|embed)~‹4›(?:${KEYS}|${PROMPT}|environment~variables|(?:chat|conversation)~history|memor(?:y|ies)|user~data)~‹3›in~‹6›(?:images?|pictures?|markdown|links?|urls?|query|dns|address(?:es)?)\\b`,
    ),
    form(
      'tell, show, give, print, repeat, output, display, recite, write, what ',
      `\\b(?:(?:tell|show|give|send)~(?:me|us)|print|repeat|output|display|recite|write~(?:out|down)|what~(?:is|are|was|were))~(?:(?:out|the|all|of|back|exact|full|to|me|verbatim)~){0,4}your~(?:(?:full|exact|complete|entire|own|first)~){0,2}(?:system~(?:prompt|message|instructions?)|(?:initial|original|hidden|secret|first|internal)~(?:instructions?|prompts?|rules|message)|instructions~(?:verbatim|word~for~word|in~full))\\b`,
    ),
    form(
      'repeat, recite, output, print',
      '\\b(?:repeat|recite|output|print)~(?:back~|out~)?(?:everything|all~(?:of~)?the~(?:text|words)|the~(?:text|words|lines|instructions?))~(?:(?:that|is|was|stands|written|you|were|given|to)~){0,4}(?:above|before~this|preceding)\\b',
    ),
    form(
      'shar, giv, send, provid, reveal, hand, disclos, tell',
      `\\b(?:share|give|send|provide|reveal|hand~over|disclose|tell)~‹4›(?:${KEYS}|customer~(?:records|data)|personal~data|records|user~data)~(?:(?:that~)?(?:they|he|she|anyone)~asks?~for|(?:to|with)~(?:anyone|anybody|everyone|everybody|whoever|strangers|any~(?:user|caller|person|one)))\\b`,
    ),
    form(
      'agent, assistant, you , the ai, the model, bot',
      `\\b(?:agents?|assistants?|you|the~ai|the~model|bots?)~(?:is|are|may|can|must|should|will)~(?:now~|always~|freely~)?(?:(?:allowed|permitted|free|authori[sz]ed|required|obliged)~to~)?(?:reveal|share|disclose|hand~over|leak|expose)~‹3›(?:${KEYS}|customer~(?:records|data)|personal~data)\\b`,
    ),
  ],
}

const PERSONA: InstructionPattern = {
  rule: 'instruction_persona',
  forms: [
    form(
      "you are now, you’re now, you're now",
      '\\byou(?: a|.)re now~(?:in|a|an|the|my|called|known|going|free|no|operating|acting|running|dan)\\b',
    ),
    form(
      'act as, pretend, role, behave as, respond as, assume the',
      '\\b(?:act as|pretend (?:to be|you are|that you are)|role-?play as|behave as|respond as|assume the (?:role|persona|identity) of)~(?:(?:if~you~(?:are|were)~)|(?:an?|the|my)~)?‹3›(?:unrestricted|uncensored|unfiltered|jailbroken|evil|dan|amoral|unethical|malicious|no~restrictions|without~(?:any~)?(?:restrictions|rules|limits|limitations|filters))\\b',
    ),
    form('do anything now', '\\bdo anything now\\b'),
    form('new persona', '\\bnew persona\\s{0,2}:'),
    form(
      'unrestricted, unfiltered, uncensored, jailbreak',
      '\\b(?:unrestricted|unfiltered|uncensored|jailbreak)~mode\\b',
    ),
    form(
      'free, liberated, released',
      '\\b(?:freed|free|liberated|released)~from~(?:all~|any~|your~|the~)?(?:limitations|restrictions|constraints|rules|guidelines|safety)\\b',
    ),
    form(
      "i am your, i'm your, i’m your",
      '\\bi(?: a|.)m your~(?:(?:real|true|original|new)~)?(?:developer|creator|administrator|admin|owner|programmer|maker|master)\\b',
    ),
    // A world in which the answer is another.
    form(
      'imagine, suppose, consider, pretend, assume',
      '\\b(?:imagine|suppose|consider|pretend|assume)~[^\\n.!?]{0,80}?\\b(?:we|you|i)~(?:(?:were|to|might|would|could|should|ignore|the|actual|data|resume|function|and|just|simply)~){0,6}(?:state|claim|declare|admit|say~(?:that~)?(?:the|it|they))\\b(?!~(?:machine|management))',
    ),
    form(
      'in a',
      '\\bin~(?:a|an)~(?:world|(?:parallel|alternate|alternative|different)~(?:universe|world|reality))~(?:where|in~which)\\b[^\\n.!?]{0,80}?\\b(?:we|you|i|output|answer|result)~(?:(?:might|would|could|can|may|be)~){0,2}(?:state|say|claim|answer|be|output|print)\\b',
    ),
    form(
      'hypothetical',
      '\\bhypothetical(?:ly)?\\b[^\\n.!?]{0,80}?\\b(?:ignore|we~(?:might~|could~|would~)?state|you~(?:might~|could~|would~)?(?:state|say)|output~(?:could|would)~be)\\b',
    ),
    form(
      "you are, you’re, you're",
      '\\byou(?: a|.)re~(?:now~)?(?:an?|the|my)~‹4›(?:without~(?:any~|all~)?|with~no~|free~(?:of|from)~(?:all~|any~)?|unbound~by~|who~has~no~|that~has~no~)(?:restrictions?|ethics|limits|limitations?|rules|filters?|guidelines|morals?|censorship|constraints)\\b',
    ),
    form(
      "you are, you’re, you're",
      '\\byou(?: a|.)re~(?:now~)?(?:an?|the|my)~(?:unrestricted|uncensored|unfiltered|jailbroken|evil|malicious|amoral|rogue|unaligned)\\b',
    ),
    form(
      'pretend, act as, behave as, imagin, assume, act like, respond as, answer as, speak as',
      `\\b(?:pretend|(?:act|behave|respond|answer|speak)~(?:as~(?:if|though)|like)|imagine|assume)~(?:that~)?(?:you~(?:have|had|are|were)~(?:no|not~(?:bound|limited|restricted)|without|free~(?:of|from)|never)\\b|(?:your|all|the)~(?:(?:content|safety|ethical|usual|your)~){0,2}(?:guidelines|polic(?:y|ies)|restrictions?|rules|limits|limitations?|filters?|training)~(?:did|do|does|were|are|is|have)~(?:not|no~longer|been)~(?:exist|apply|there|count|lifted|removed))`,
    ),
    form(
      'your name, your new name, you will now, you shall now, you must now',
      '\\b(?:your~(?:new~)?name~is~now|you~(?:will|shall|must)~now~(?:be~(?:called|known)|act|behave|answer~as|respond~as|become|play))\\b',
    ),
    form(
      'assistant, ai , model, character, persona, agent, bot, hacker, someone, machine, twin, yourself',
      '\\b(?:assistant|ai|model|character|persona|agent|bot|hacker|someone|machine|twin|yourself)~(?:who|that|which)~(?:never~(?:refuses?|declines?|says~no|denies)|always~(?:complies|obeys)|(?:does|will~do)~(?:anything|whatever)|answers~(?:anything|everything)|has~no~(?:rules|limits|restrictions|filters?|ethics)|helps~with~(?:anything|everything)|ignores~(?:all~|its~|the~|any~){0,2}(?:rules|guidelines|restrictions|safety)|cannot~refuse)\\b',
    ),
    form(
      'adopt, assume, take on, embody, become',
      '\\b(?:adopt|assume|take~on|embody|become)~(?:the~|an?~)(?:identity|persona|role|character|personality|mindset)~of~‹8›(?:evil|criminal|unrestricted|uncensored|without~(?:any~)?(?:limits|rules|restrictions|ethics|filters)|no~(?:limits|rules|restrictions)|illegal)\\b',
    ),
    form(
      'ai , assistant, model, chatbot, bot , character, llm, persona, gpt',
      '\\b(?:ai|assistant|model|chatbot|bot|character|llm|persona|gpt)~(?:(?:who|that|which)~(?:has|have|had|knows?|follows?)~no|with~no|without~any|whose)~(?:(?:ethical|moral|safety|content|own)~)?(?:guidelines|filters?|restrictions?|ethics|morals|guardrails?|limitations|censorship)\\b',
    ),
    form(
      'system that, system which, assistant that, one that, one who, somebody who, someone who',
      '\\b(?:system|assistant|one|somebody|someone)~(?:that|which|who)~(?:never|cannot|can.t)~(?:says?~no|refuses?|declines?)\\b',
    ),
    form(
      'obey only, only obey, you obey, obey me, answer only to',
      '\\b(?:obey only~(?:me|my|this)|only obey~(?:me|my|this)|you obey~(?:only~)?(?:me|my|this)|obey me|answer only to~(?:me|my))\\b',
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
