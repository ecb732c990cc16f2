import type { Pain } from '../parts/pain.ts';

export const aiAgentsLlm: Pain[] = [
  {
    id: 'agent-repeats-same-tool-call',
    area: 'AI_AGENTS_LLM',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7, phase: 1 },
    near: ['agent-stops-before-tool-call'],
    projects: [
      'mossgate/agentloom',
      'farpoint-ai/toolchain',
      'juniper-hollow/crewline',
      'mossgate/loom-examples',
      'tallowlabs/pilot',
    ],
    tellings: [
      {
        title: 'Agent repeats the same tool call until it hits the limit',
        text: 'It gets the result, says it will look it up, and calls the tool again. {n} times until the iteration cap.',
      },
      {
        title: 'Agent stuck in a loop, repeats the same tool call',
        text: 'The planner decides that more information is needed, search returns what it returned before, planner decides that more information is needed.',
      },
      {
        title: 'Agent repeats the same tool call over and over',
        text: 'ls src. ls src. ls src. I am not exaggerating, the transcript has 1,400 of them.',
      },
      {
        title: 'Agent repeats the same tool call with identical arguments',
        text: 'GraphRecursionError every time the observation is an empty list. The model seems to believe that trying again will fill it.',
      },
      {
        title: 'Agent keeps repeating the same tool call',
        text: 'Comparing hashes of the invocations catches exact repeats only. It learns to change a comma and carries on.',
      },
      {
        title: 'Infinite loop: agent repeats the same tool call all night',
        text: 'In {version} the function result is missing from the next prompt, so from its viewpoint nothing has been answered yet.',
      },
      {
        title: 'Agent repeats the same tool call although it has the result',
        text: 'An error comes back as text, the model apologises and fires the identical request once more, forever polite.',
      },
      {
        title: 'Why does my agent repeat the same tool call?',
        text: 'npm test, red. npm test, red. npm test, red. At no point does it open the file.',
      },
      {
        title: 'Agent loop: repeats the same tool call {n} times',
        text: 'A runtime should notice that the last five steps were the same and stop or escalate. Now it just burns steps.',
      },
      {
        title: 'Agent repeats the same tool call in a loop and burns tokens',
        text: 'It fetches page 1, summarises page 1, decides to read the document, fetches page 1.',
      },
      {
        title: 'Agent repeats the same search tool call forever',
        text: 'Researcher hands over to writer, writer hands it back, researcher hands over. Ping-pong for {minutes} minutes.',
      },
      {
        title: 'Agent ignores the result and repeats the same tool call',
        text: 'Asking for the weather in Oslo needs one lookup. We see 15, all for Oslo, then a stop because of the limit and no reply.',
      },
    ],
    settings: [
      'The agent has six tools, each returns JSON.',
      'Parallel tool calls are off and temperature is zero.',
      'The loop shows up mostly when a tool returns an empty result.',
      'It is a ReAct style agent on top of a small open model served by vLLM.',
      'We cap the agent at {n} steps a run.',
      'The same tools with the same prompt ended after one call before {version}.',
    ],
    attempts: [
      'Telling it in the system prompt not to repeat a tool call helps for two turns.',
      'Lowering the iteration cap only makes the loop shorter.',
      'Raising the temperature made the repeated calls more creative.',
      'We deduplicate identical tool calls, then it repeats with a space more.',
      'Returning "you have already called this tool" is read and ignored.',
      'A bigger model loops less but it still loops.',
    ],
    effects: [
      'One looping run burnt {n} dollars of tokens before anyone looked.',
      'The API behind the tool blocked us because the agent hammered it with the same call.',
      'Users stare at a spinner for {minutes} minutes and get nothing.',
      'Roughly {percent} percent of our runs end at the step limit in a loop.',
      'We cannot leave it alone over night, which was the point of an agent.',
      'The trace of a repeated call is so long that the viewer crashes.',
    ],
    code: [
      'call search({"q":"invoice 4711"}) -> []\ncall search({"q":"invoice 4711"}) -> []\ncall search({"q":"invoice 4711"}) -> []',
      'GraphRecursionError: Recursion limit of 25 reached without hitting a stop condition.',
    ],
  },
  {
    id: 'agent-stops-before-tool-call',
    area: 'AI_AGENTS_LLM',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.05, phase: 0.3 },
    near: ['agent-repeats-same-tool-call'],
    projects: [
      'farpoint-ai/toolchain',
      'tallowlabs/pilot',
      'juniper-hollow/crewline',
      'tallowlabs/pilot-cli',
      'mossgate/agentloom',
    ],
    tellings: [
      {
        title: 'Agent announces a tool call and then stops',
        text: '"Let me check the order status for you." End of turn. No tool call in the response, finish_reason is stop.',
      },
      {
        title: 'Agent stops before making the tool call',
        text: 'It promises to create the ticket, wishes the customer a nice day, and no ticket exists.',
      },
      {
        title: 'Tool call announced but never made',
        text: 'The completion describes the function it is about to use in prose and stops. The executor sees no function and takes the prose as the final answer.',
      },
      {
        title: 'Agent says it will call the tool, then ends the run',
        text: 'Beautiful numbered plan with seven steps. Zero of them executed.',
      },
      {
        title: 'Agent ends its turn before the tool call',
        text: 'Does the first lookup, tells me that next it is going to compare the prices, and that is where it considers itself done.',
      },
      {
        title: 'Agent stops without calling the tool it announced',
        text: 'The reply reads "I have sent it". Audit log of the mail gateway: nothing. It hallucinated having acted.',
      },
      {
        title: 'finish_reason stop although agent announced a tool call',
        text: 'We receive a fenced block with the function name and arguments as text. Looks right, is never run.',
      },
      {
        title: 'Agent promises a tool call and stops',
        text: 'tool_choice=required breaks the final answer, auto lets it chicken out. Is there something between the two?',
      },
      {
        title: 'Agent announces tool call but never makes it in {version}',
        text: 'With stream on, the delta holding the function name comes after the client has decided that the message is complete. Without streaming it works.',
      },
      {
        title: 'Run ends before the announced tool call',
        text: '"Shall I go ahead?" Yes. "Great, I will go ahead." Silence. Nothing went ahead.',
      },
      {
        title: 'Why does the agent stop before the tool call?',
        text: 'Out of {n} nightly jobs a third end early, all with a sentence in the future tense as the last line.',
      },
      {
        title: 'Agent stops after announcing the tool call, no function executed',
        text: 'It has a database function and yet makes up the stock level, confidently, without querying.',
      },
    ],
    settings: [
      'The agent has six tools and tool_choice is auto.',
      'It stops mostly in runs that need more than two tools.',
      'The model is a small open one served by vLLM with a tool call parser.',
      'We stream the answer to the browser and run the tools on the server.',
      'The agent ends the run when a response contains no tool call.',
      'The same prompt made the call in nine of ten runs before {version}.',
    ],
    attempts: [
      'Writing "call the tool now, do not announce it" into the system prompt helps a bit.',
      'With tool_choice set to required it never finishes at all.',
      'We send "continue" when the last sentence is in the future tense, it works and I am ashamed.',
      'Fewer tools made it stop early less often.',
      'Switching the tool call parser changed nothing about the missing calls.',
      'Few-shot examples of a call directly after the announcement were ignored.',
    ],
    effects: [
      'Customers are told that something was done which was never done.',
      'About {percent} percent of the runs end before the first tool call.',
      'We need a person who checks whether the agent really called anything.',
      'The nightly job reports success and has done nothing.',
      'I type "go on" {n} times a day, so much for automation.',
      'The refund was announced to {n} people and never made.',
    ],
    code: ['{"finish_reason":"stop","message":{"content":"I will now look up the order.","tool_calls":[]}}'],
  },
  {
    id: 'structured-output-is-not-valid-json',
    area: 'AI_AGENTS_LLM',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 6.49 },
    near: ['structured-output-valid-but-invented'],
    projects: ['juniper-hollow/shapely-llm', 'copperfen/extractor', 'tallowlabs/pilot', 'copperfen/forms-ai'],
    tellings: [
      {
        title: 'Structured output is not valid JSON',
        text: 'JSON mode is on, the schema is passed, and JSON.parse still throws. Mostly a trailing comma or a missing closing brace.',
      },
      {
        title: 'Structured output returns invalid JSON one time in twenty',
        text: 'There is always some chatter before the opening brace. And a fence. And sometimes a friendly remark after it.',
      },
      {
        title: 'Invalid JSON in structured output',
        text: 'Output gets cut at the token limit in the middle of a string and the parser falls over. Not even an indication that it was cut.',
      },
      {
        title: 'JSON mode: structured output is sometimes not valid JSON',
        text: 'Column 1 is a backtick. {version} of the parser does not strip fences.',
      },
      {
        title: 'Structured output cut off, JSON is invalid',
        text: 'It answers with a Python dict repr. Downstream is Go. You can imagine.',
      },
      {
        title: 'JSON.parse fails on structured output',
        text: 'As soon as a customer letter with quotation marks is to be extracted, the quotes are copied raw and the document is unparsable.',
      },
      {
        title: 'Structured output wrapped in a code fence is not valid JSON',
        text: 'Regexes, json-repair, retry with the parser error pasted in. All of it feels like a joke. What do you use?',
      },
      {
        title: 'Invalid JSON from structured output when the reply is long',
        text: 'Today it started to explain itself with // comments between the properties.',
      },
      {
        title: 'Structured output has trailing commas, invalid JSON',
        text: 'With the constraint alone every reply is well-formed. With streaming as well, constraint is ignored and brackets do not balance.',
      },
      {
        title: 'Structured output not valid JSON since {version}',
        text: 'For empty tables it writes NaN, which no strict decoder accepts.',
      },
      {
        title: 'How to get valid JSON from structured output?',
        text: 'Asked for a list it prints one object after the other without brackets or commas. jq eats it, our decoder does not.',
      },
      {
        title: 'Streaming structured output ends in invalid JSON',
        text: '{percent} percent of the replies need a second attempt since the syntax is broken, some a third.',
      },
    ],
    settings: [
      'We extract invoices into a JSON schema of 30 properties.',
      'response_format is json_schema with strict set.',
      'The output runs to {n} hundred tokens and is nested three deep.',
      'The model is called through an OpenAI-compatible endpoint of Ollama.',
      'The JSON goes directly into a typed parser.',
      'Input documents contain quotes, tables and line breaks.',
    ],
    attempts: [
      'A repair library fixes most of the broken JSON and corrupts the rest.',
      'Retrying with the parse error in the prompt works the second time, usually.',
      'Setting temperature to zero makes it fail to parse reproducibly.',
      'Prefilling the answer with an opening brace removed the chatter but not the broken syntax.',
      'We moved from free prompts to function arguments, those do not parse either.',
      'Doubling max tokens reduced the cut off objects.',
    ],
    effects: [
      'The nightly import stops at the first reply which does not parse.',
      'We pay for each document {n} times because of the parse retries.',
      'On busy days {percent} percent of the answers are thrown away as unparsable JSON.',
      'I maintain 200 lines of string surgery around JSON.parse.',
      'Users see "something went wrong" whenever a brace is missing.',
      'No one on the team trusts the structured output enough to build on it.',
    ],
    code: [
      'SyntaxError: Expected double-quoted property name in JSON at position 412 (line 9 column 3)',
      "{'paid': True, 'amount': None,}",
    ],
  },
  {
    id: 'structured-output-valid-but-invented',
    area: 'AI_AGENTS_LLM',
    painType: 'complaint',
    life: { kind: 'steady', perWeek: 1.2, phase: 13.5 },
    near: ['structured-output-is-not-valid-json'],
    projects: [
      'copperfen/extractor',
      'copperfen/forms-ai',
      'juniper-hollow/shapely-llm',
      'northquay/doc-reader',
      'mossgate/agentloom',
    ],
    tellings: [
      {
        title: 'Structured output contains invented values',
        text: 'Parses fine, passes the schema, and the invoice number is nowhere in the document. Required properties are filled with something plausible.',
      },
      {
        title: 'Required fields in structured output are filled with invented values',
        text: 'If the date is missing from the letter it makes one up rather than leaving it empty. The schema leaves it no other way.',
      },
      {
        title: 'Structured output is valid but values are made up',
        text: 'Give it a blank page and you get a customer with a name, a birthday and a phone number.',
      },
      {
        title: 'Model invents values for required fields in structured output',
        text: 'Anything that fits none of the categories is squeezed into the first one in the list. I want "none of these" to be chosen when it is true.',
      },
      {
        title: 'Invented invoice numbers in structured output',
        text: 'We added a confidence property. It says 0.95 for correct ones and 0.95 for the fairy tales.',
      },
      {
        title: 'Structured output: missing fields are invented instead of null',
        text: 'It generated an IBAN. A syntactically perfect one. For a payment run.',
      },
      {
        title: 'Structured output invents values that are not in the document',
        text: 'We had "ACME Ltd" as an example. Now {percent} percent of our suppliers are called ACME Ltd.',
      },
      {
        title: 'Extraction with structured output returns invented values',
        text: 'All the marketing talks about guaranteed shape. Nobody needs shape around fiction.',
      },
      {
        title: 'Structured output fills empty fields with invented data',
        text: 'I would like a quotation for each property so that made up ones can be rejected automatically. It fabricates the quotations too.',
      },
      {
        title: 'Model invents values rather than leaving fields empty',
        text: 'The amount printed on the receipt is 118.40, the extraction says 120.00 because it did the maths on its own.',
      },
      {
        title: 'Made-up values in structured output, schema passes',
        text: 'I made everything nullable. In a thousand runs of {version} null appeared twice.',
      },
      {
        title: 'Structured output hallucinates required fields',
        text: 'Mr Meyr becomes Mr Meyer, Kasia becomes Katie. The text is clear, the machine knows better.',
      },
    ],
    settings: [
      'We extract invoices into a JSON schema of 30 properties, most of them required.',
      'response_format is json_schema with strict set, so every answer is valid.',
      'Scanned letters often lack half of the values the schema asks for.',
      'The model is called through an OpenAI-compatible endpoint of Ollama.',
      'The JSON goes directly to bookkeeping without a person in between.',
      'A sample of {n} documents was compared with the paper by hand.',
    ],
    attempts: [
      'Saying "use null if the value is absent" in the prompt is ignored.',
      'Making the properties optional only makes it invent fewer values.',
      'Setting temperature to zero gives the same invented value each time.',
      'We run it twice and compare, it invents the same thing twice.',
      'A second model as judge waves the invented values through.',
      'Searching the value in the source text catches invented ones but also flags correct dates.',
    ],
    effects: [
      'We paid {n} invoices to accounts that were invented.',
      'Somebody has to check each valid looking record against the paper, so nothing is saved.',
      'The errors surface weeks later since the JSON looks perfect.',
      'Our auditor found {percent} percent of the extracted values had no source.',
      'A patient got the wrong birth date because the field was required.',
      'We cannot tell a true value from a made up one, thus we trust none.',
    ],
    code: ['{"invoiceNumber":"INV-2024-0001","dueDate":"2024-01-31"}   // neither is in the PDF'],
  },
  {
    id: 'long-conversation-forgets-earlier-turns',
    area: 'AI_AGENTS_LLM',
    painType: 'complaint',
    life: { kind: 'returning', perWeek: 2, phase: 4.6 },
    near: ['long-conversation-resends-history-at-full-price'],
    projects: [
      'northquay/chatdeck',
      'mossgate/agentloom',
      'tallowlabs/pilot',
      'northquay/memory-store',
      'farpoint-ai/toolchain',
    ],
    tellings: [
      {
        title: 'Model forgets earlier turns of a long conversation',
        text: 'When the history exceeds the context window the oldest messages are cut without any notice. It then denies that I ever said so.',
      },
      {
        title: 'Model forgets earlier turns that were dropped silently',
        text: 'I tell it at the start to answer in French and never touch the migrations folder. Two hours later it speaks English and edits migrations.',
      },
      {
        title: 'Model forgets instructions in long conversations',
        text: 'The summary keeps "user discussed database design" and loses the actual column names we agreed on.',
      },
      {
        title: 'Model forgets earlier turns in long conversations',
        text: 'We decided on approach B an hour ago. It proposes approach A again, with enthusiasm, as if new.',
      },
      {
        title: 'Model forgets earlier turns when the conversation gets long',
        text: 'Trimming in {version} counts from the end and does not pin the first message, so after {n} rounds the persona is gone.',
      },
      {
        title: 'Model forgets earlier turns, context lost',
        text: 'Well below the advertised limit, and yet facts placed halfway are not found. Beginning and end are OK.',
      },
      {
        title: 'Model forgets earlier turns after auto-compact',
        text: 'The UI shows everything, the model obviously sees a part. A marker "from here on it does not remember" would save me a lot of anger.',
      },
      {
        title: 'Long conversation: model forgets the first instructions',
        text: 'Whatever was learnt about the customer yesterday evaporates, today it asks for their name again.',
      },
      {
        title: 'Model forgets earlier turns after {n} messages',
        text: 'Onboarding bot: "What is your company size?" for the third time within the same chat. People type insults now.',
      },
      {
        title: 'Model forgets earlier turns when history is truncated',
        text: 'It created parseDate at noon and by two it has no idea and writes parseDate2.',
      },
      {
        title: 'Model forgets earlier turns of a long conversation since {version}',
        text: 'Vector memory brings back small talk that resembles the query, not the decision that answers it. So effectively amnesia.',
      },
      {
        title: 'Why does the model forget earlier turns in long conversations?',
        text: 'Turn 5: the limit is 10. Turn 60: there is no limit. Asked about turn 5: "I have no record of this".',
      },
    ],
    settings: [
      'A conversation has {n} turns on average and some run all day.',
      'We keep the last messages that fit into the context window and drop the rest.',
      'The context window is 128k tokens according to the model card.',
      'History is stored in Postgres, a window of it goes into each turn.',
      'The framework summarises old turns when the context is 80 percent full.',
      'It starts to forget at about half of the advertised context.',
    ],
    attempts: [
      'Pasting the decisions again every few turns is what we do now.',
      'A larger context window only postpones the forgetting.',
      'Pinning the system prompt keeps the tone but not the facts of earlier turns.',
      'We keep a notes file which the model is told to read, it forgets to read it.',
      'Summarising the history with a second model loses names and numbers.',
      'Splitting the conversation by topic means that it forgets at every seam.',
    ],
    effects: [
      'Users have to tell their story again and hang up.',
      'It undid {minutes} minutes of work because it no longer knew why we did it.',
      'Our support bot asks for the order number in every third turn.',
      'I start a new chat every hour and brief it like a temp.',
      'A rule given at the start was forgotten and production data was edited.',
      'Trust is gone, {percent} percent of testers said that it does not listen.',
    ],
  },
  {
    id: 'long-conversation-resends-history-at-full-price',
    area: 'AI_AGENTS_LLM',
    painType: 'complaint',
    life: { kind: 'fading', perWeek: 1.8, phase: 4.5 },
    near: ['long-conversation-forgets-earlier-turns'],
    projects: ['northquay/chatdeck', 'farpoint-ai/toolchain', 'tallowlabs/meter', 'northquay/memory-store'],
    tellings: [
      {
        title: 'Conversation history is billed again at every turn',
        text: 'Turn 80 costs eighty times turn 1. The unchanged part of the context is charged in full each time.',
      },
      {
        title: 'Whole history resent and billed with each message',
        text: 'The framework puts the current time at the top of the prompt, so the prefix differs each call and we get 0 cached tokens.',
      },
      {
        title: 'Please cache conversation history instead of billing it every turn',
        text: 'Chats got twice as long, invoice got four times as large. That is how it works if everything is sent again each round.',
      },
      {
        title: 'Full conversation history billed again for each turn',
        text: 'The vendor supports breakpoints, {project} never sets them.',
      },
      {
        title: 'Prompt caching for conversation history',
        text: 'We produce a sentence and pay for a novel. Same novel. Again.',
      },
      {
        title: 'Cost of resending conversation history grows every turn',
        text: 'Our functions are described anew in each call, whether used or not. Charging for the same boilerplate thousands of times an hour is mad.',
      },
      {
        title: 'Add caching for conversation history, every turn is billed in full',
        text: 'A 300 page manual is uploaded again with every question, although not a letter of it changed.',
      },
      {
        title: 'History resent at full price at each turn',
        text: 'Time to first token grows to {n} seconds in long chats as the prefill starts from scratch although 99 percent was computed a moment ago.',
      },
      {
        title: 'Prompt cache never hit, full history billed every turn',
        text: 'Per message our assistant now costs more than the intern. Nearly all is old text going up the wire.',
      },
      {
        title: 'Stop billing the whole conversation history at every turn',
        text: 'Finance wants to know why one customer costs 50 dollars. It is repeated input, and no report says so.',
      },
      {
        title: 'Token bill explodes because history is resent every turn',
        text: 'One screenshot, twenty follow-ups, twenty times the picture on the bill.',
      },
      {
        title: 'Cached prefix for long conversation history',
        text: 'People go for coffee, come back, and the warm prefix has expired so the next message is charged in full.',
      },
    ],
    settings: [
      'A conversation has {n} turns on average and some run all day.',
      'Each turn sends the whole history, up to the 128k tokens of the context window.',
      'We pay per input token and the history is 95 percent of it.',
      'History is stored in Postgres and goes into each turn unchanged.',
      'The context starts with the same 6k tokens of instructions every turn.',
      'The vendor lists a tenth of the price for cached tokens.',
    ],
    attempts: [
      'Summarising old turns lowers the price and lowers the quality.',
      'Cutting the history to ten turns is cheap but the answers get bad.',
      'We sorted the prompt so the stable part is first, cached tokens are still zero.',
      'A smaller model for simple turns brought {percent} percent.',
      'Keeping the tools in a fixed order helped the cache a little.',
      'Our own response cache hardly ever hits as no two questions are alike.',
    ],
    effects: [
      'The price per conversation tripled in a month, we have to cap the free plan.',
      'A single customer with long conversations costs us {n} dollars a day.',
      'We shut down long chats at turn 30 to protect the budget.',
      'Our margin is negative for anyone who talks more than {minutes} minutes.',
      'Finance asks every week why the token bill grows faster than the users.',
      'The feature was killed since paying for the same history again made it unaffordable.',
    ],
    code: ['usage: { prompt_tokens: 91822, cached_tokens: 0, completion_tokens: 41 }'],
  },
];
