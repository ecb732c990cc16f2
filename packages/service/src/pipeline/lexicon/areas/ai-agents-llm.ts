import type { AreaSeeds } from './area-seeds.ts';

export const aiAgentsLlm: AreaSeeds = {
  telling: `
    llm, large language model, gpt, chatgpt, openai, anthropic, claude, gemini, mistral, llama, ollama, vllm,
    langchain, langgraph, llamaindex, hugging face, huggingface, transformers, rag, retrieval augmented, embedding,
    vector store, vector database, prompt, system prompt, prompt injection, prompt caching, prompt engineering,
    hallucination, hallucinate, context window, context length, token limit, max tokens, tool call, tool calling,
    function calling, structured output, json mode, agent loop, ai agent, multi agent, agentic, autonomous agent,
    copilot, coding assistant, chat completion, lora, inference server, mcp server, model context protocol, guardrail
  `,
  typical: `
    agent, model, ai, assistant, chatbot, completion, inference, conversation, conversation history, prompt token,
    input token, output token, context, rerank, chunking, semantic search, similarity search, evals, evaluation set,
    tool result, tool definition, sub agent, planner, reasoning, generated answer, generated code, invented,
    knowledge base, summarize, summarization, gpu memory, quantization, sampling, decoding, streaming response,
    model version, memory of the conversation, forgets, natural language
  `,
  vague: `
    token, tool, chat, answer, memory, retrieval, schema, generate, vector, training, gpu, instruction, loop,
    temperature, streaming, confidence
  `,
};
