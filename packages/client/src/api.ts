// Written by `npm run openapi` from openapi.json. Not to be edited.

export type AcceptVersion = {
  version: number;
};

/** By email or by userId, as a member unless told. Someone who is in already gets the role, if one is named. An owner’s role is offered, and counts once the person has accepted it. */
export type AddMember = {
  email?: string;
  userId?: string;
  role?: "owner" | "admin" | "member";
};

/** Without its instructions, which are the tenant’s own. */
export type AdminAgent = {
  id: string;
  workspaceId: string;
  name: string;
  provider: string | null;
  model: string | null;
  version: number;
  consecutiveFailures: number;
  createdAt: string;
  updatedAt: string;
};

export type AdminAgentPage = {
  data: Array<AdminAgent>;
  nextCursor: string | null;
};

/** Sums over all tenants; at most some seconds old. */
export type AdminHealth = {
  status: "ok" | "degraded" | "down";
  version: string;
  uptimeSeconds: number;
  memory: {
    rss: number;
    heapUsed: number;
    heapTotal: number;
    external: number;
  };
  database: {
    engine: "sqlite" | "postgres";
    status: "ok" | "down";
  };
  sessions: {
    active: number;
    total: number;
  };
  runs: {
    running: number;
    queued: number;
    awaitingApproval: number;
  };
  users: number;
  workspaces: number;
  agents: number;
};

/** Without title and messages, which are the person’s own. */
export type AdminSession = {
  id: string;
  workspaceId: string;
  userId: string;
  agentId: string;
  surface: string;
  status: "active";
  messageCount: number;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
};

export type AdminSessionPage = {
  data: Array<AdminSession>;
  nextCursor: string | null;
};

/** All that a person ever used, in every workspace. */
export type AdminUsage = {
  userId: string;
  requests: number;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  costUsd: number;
  priced: boolean;
  estimatedRequests: number;
  byModel: Array<{
    key: string;
    requests: number;
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
    costUsd: number;
    priced: boolean;
    estimatedRequests: number;
  }>;
};

export type AdminUser = {
  id: string;
  email: string;
  defaultWorkspaceId: string;
  /** Since when it is suspended; null when it is not. */
  disabledAt: string | null;
  createdAt: string;
};

export type AdminUserDetails = {
  id: string;
  email: string;
  defaultWorkspaceId: string;
  /** Since when it is suspended; null when it is not. */
  disabledAt: string | null;
  createdAt: string;
  workspaces: Array<{
    workspaceId: string;
    role: "owner" | "admin" | "member";
  }>;
};

export type AdminUserPage = {
  data: Array<AdminUser>;
  nextCursor: string | null;
};

export type AdminWorkspace = {
  id: string;
  name: string;
  personal: boolean;
  memberCount: number;
  /** Since when it is suspended; null when it is not. */
  disabledAt: string | null;
  createdAt: string;
};

export type AdminWorkspacePage = {
  data: Array<AdminWorkspace>;
  nextCursor: string | null;
};

export type Agent = {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  systemPrompt: string;
  provider: string | null;
  model: string | null;
  temperature: number | null;
  maxTokens: number | null;
  /** Model calls in one turn. */
  maxSteps: number;
  timeoutMs: number;
  /** Tools it may call. */
  tools: Array<string>;
  /** Skills it has. */
  skills: Array<string>;
  /** Tools that need a human’s word. */
  approvals: Array<string>;
  spawn: AgentSpawn;
  memoryProfileId: string | null;
  /** Anything of yours, up to 16 KiB. */
  metadata: Record<string, unknown>;
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type AgentConfiguration = {
  name: string;
  description: string;
  systemPrompt: string;
  provider: string | null;
  model: string | null;
  temperature: number | null;
  maxTokens: number | null;
  /** Model calls in one turn. */
  maxSteps: number;
  timeoutMs: number;
  /** Tools it may call. */
  tools: Array<string>;
  /** Skills it has. */
  skills: Array<string>;
  /** Tools that need a human’s word. */
  approvals: Array<string>;
  spawn: AgentSpawn;
  memoryProfileId: string | null;
  /** Anything of yours, up to 16 KiB. */
  metadata: Record<string, unknown>;
};

export type AgentDefinitions = {
  /** The digest of each tool that is not the gateway’s own; null for one that was not there. */
  tools: Record<string, string | null>;
  memory: {
    profileId: string | null;
    /** The memory profile as it was. */
    policy: unknown;
  };
  /** The agents it may pass work to, directly or through others, and their versions. */
  agents: Record<string, number>;
};

export type AgentHealth = {
  status: "ok" | "down";
  provider: string;
  model: string;
  latencyMs: number;
};

export type AgentPage = {
  data: Array<Agent>;
  nextCursor: string | null;
};

export type AgentSpawn = {
  enabled: boolean;
  maxDepth: number;
  maxChildren: number;
  agents: Array<string>;
  maxRuns?: number;
  maxCostUsd?: number | null;
};

export type AgentVersion = {
  version: number;
  /** Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
  digest: string;
  /** What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
  changes: Array<string>;
  /** Null where nobody is known: an MCP server said something else, or the account is gone. */
  changedBy: string | null;
  createdAt: string;
};

export type AgentVersionDetails = {
  version: number;
  /** Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
  digest: string;
  /** What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
  changes: Array<string>;
  /** Null where nobody is known: an MCP server said something else, or the account is gone. */
  changedBy: string | null;
  createdAt: string;
  configuration: AgentConfiguration;
  definitions: AgentDefinitions;
};

export type AgentVersionPage = {
  data: Array<AgentVersion>;
  nextCursor: string | null;
};

export type ApiChange = {
  id: string;
  at: string;
  type: "api.added" | "api.changed" | "api.deprecated" | "api.removed";
  title: string;
  description: string;
  endpoints: Array<string>;
  /** When what is deprecated stops to be served. */
  sunsetAt?: string;
};

export type ApiChangePage = {
  data: Array<ApiChange>;
  nextCursor: string | null;
};

export type ApiKey = {
  id: string;
  name: string;
  /** How the key begins, to tell keys apart. */
  prefix: string;
  scopes: Array<"admin" | "diagnostics" | "autonomous">;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
};

export type ApiKeyPage = {
  data: Array<ApiKey>;
  nextCursor: string | null;
};

export type Approval = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  /** Whose run it is. */
  userId: string;
  tool: string;
  /** The exact parameters that are asked for. */
  params: unknown;
  status: "pending" | "approved" | "denied" | "expired";
  reason: string | null;
  resolvedBy: string | null;
  createdAt: string;
  expiresAt: string;
  resolvedAt: string | null;
};

export type ApprovalPage = {
  data: Array<Approval>;
  nextCursor: string | null;
};

/** The run waits for somebody to allow a tool. */
export type ApprovalRequiredFrame = {
  type: "approval_required";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  requestId: string;
  tool: string;
  params: unknown;
  expiresAt: string;
};

/** The run goes on. */
export type ApprovalResolvedFrame = {
  type: "approval_resolved";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  requestId: string;
  decision: "approve" | "deny";
};

export type AuditRecord = {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  target: string | null;
  outcome: "success" | "failure";
  ip: string | null;
  requestId: string | null;
  detail: Record<string, unknown> | null;
};

export type AuditRecords = {
  data: Array<AuditRecord>;
  nextCursor: string | null;
};

export type AutonomousBatch = {
  agentId: string;
  /** Each gets one run, however often named. */
  userIds: Array<string>;
  message: string;
  surface?: string;
  metadata?: Record<string, unknown>;
  /** Over all nodes. */
  maxConcurrency?: number;
};

export type AutonomousRun = {
  agentId: string;
  userId: string;
  message: string;
  sessionId?: string;
  surface?: string;
  metadata?: Record<string, unknown>;
  /** Answer at once with the run’s id; it is begun when there is room. */
  async?: boolean;
};

export type AwaitingApproval = {
  runId: string;
  sessionId: string;
  status: "awaiting_approval";
  approval: PendingApproval;
};

export type BatchProgress = {
  id: string;
  agentId: string;
  workspaceId: string;
  status: "running" | "completed";
  maxConcurrency: number;
  userCount: number;
  counts: {
    queued: number;
    running: number;
    awaiting_approval: number;
    completed: number;
    failed: number;
    cancelled: number;
    refused: number;
  };
  createdAt: string;
};

export type BatchStarted = {
  batchId: string;
  runs: Array<UserRun | RefusedUser>;
};

export type BearerToken = {
  token: string;
  accessToken: string;
  tokenType: "Bearer";
  /** Seconds. */
  expiresIn: number;
};

/** The budget that holds. */
export type Budget = {
  /** Exact to the nano-dollar below eight million dollars. */
  monthlyUsd: number;
  /** Exact to the nano-dollar below eight million dollars. */
  spentUsd: number;
  /** For what is under way. */
  reservedUsd: number;
  resetsAt: string;
  /** The operator may give one to workspaces that have none, and a ceiling to all. */
  setBy: "workspace" | "operator";
};

export type Capabilities = {
  tools: Array<{
    name: string;
    description: string;
    source: string;
    /** JSON Schema. */
    parameters: Record<string, unknown>;
    requiresApproval: boolean;
  }>;
  skills: Array<{
    id: string;
    name: string;
    toolCount: number;
  }>;
  spawn: AgentSpawn;
  model: {
    provider: string;
    model: string;
    temperature: number | null;
    maxTokens: number | null;
    contextWindow: number | null;
    allowed: boolean;
    /** Why it is not allowed. */
    reason?: string;
  };
};

export type Channel = {
  id: string;
  workspaceId: string;
  name: string;
  agentId: string;
  /** Who answers for it: whoever made it, or last said which agent it has. Null when that account is gone. */
  userId: string | null;
  /** The version of the agent that answers: the one that was accepted. */
  acceptedVersion: number | null;
  /** The agent’s present version where that is another one. It answers once it is accepted. */
  newerVersion: number | null;
  replyUrl: string | null;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
  hmac: {
    /** A vendor’s way of signing, and of writing messages. */
    preset: "github" | "slack" | null;
    header: string;
    algorithm: "sha256" | "sha1";
    /** Stands before the hex digits. */
    prefix: string;
    /** Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
    timestampHeader: string | null;
  };
};

export type ChannelAnswer = {
  runId: string;
  sessionId: string;
  messageId: string | null;
  agentId: string;
  content: string;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  durationMs: number;
  stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
};

/** What Slack asks for when it gets to know an address. */
export type ChannelChallenge = {
  challenge: string;
};

export type ChannelIgnored = {
  ignored: true;
  reason: string;
};

export type ChannelPage = {
  data: Array<Channel>;
  nextCursor: string | null;
};

export type ChatAnswer = {
  runId: string;
  sessionId: string;
  messageId: string | null;
  agentId: string;
  /** There, and true, when another version answered the turn before in this session. */
  agentChanged?: boolean;
  /** Which version answered; with `agentChanged`. */
  agentVersion?: number;
  content: string;
  toolCalls: Array<RunToolCall>;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  durationMs: number;
  stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
};

export type ChatCompletion = {
  id: string;
  object: "chat.completion";
  created: number;
  /** `provider/model`, or `agent:<agentId>` to talk to an agent. */
  model: string;
  choices: Array<{
    index: number;
    message: {
      role: "assistant";
      content: string | null;
      refusal: string | null;
      /** What the model thought, where it says so. */
      reasoning_content?: string;
      /** The same, from servers that call it so. */
      reasoning?: string;
      tool_calls?: Array<{
        id: string;
        type?: string;
        function: {
          name: string;
          arguments: string;
        };
      }>;
    };
    logprobs: null;
    finish_reason: "stop" | "length" | "tool_calls" | "content_filter";
  }>;
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    prompt_tokens_details: {
      cached_tokens: number;
    };
  };
};

export type ChatCompletionMessage = {
  role: "user" | "system" | "developer" | "assistant" | "tool";
  content?: string | Array<{
    type: string;
    text?: string | null;
    refusal?: string | null;
  } & Record<string, unknown>> | null;
  tool_calls?: Array<{
    id: string;
    type?: string;
    function: {
      name: string;
      arguments: string;
    };
  }> | null;
  tool_call_id?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  /** The same, by the name that other servers use. */
  reasoning?: unknown;
  /** Not possible: send `tool_calls`. */
  function_call?: unknown;
};

export type ChatCompletionRequest = {
  /** `provider/model`, or `agent:<agentId>` to talk to an agent. */
  model: string;
  messages: Array<ChatCompletionMessage>;
  stream?: boolean | null;
  stream_options?: {
    include_usage?: boolean | null;
  } | null;
  tools?: Array<{
    type: "function";
    function: {
      name: string;
      description?: string | null;
      parameters?: Record<string, unknown> | null;
      strict?: boolean | null;
    };
  }> | null;
  tool_choice?: "none" | "auto" | "required" | {
    type: "function";
    function: {
      name: string;
    };
  } | null;
  parallel_tool_calls?: boolean | null;
  temperature?: number | null;
  top_p?: number | null;
  presence_penalty?: number | null;
  frequency_penalty?: number | null;
  seed?: number | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  stop?: string | Array<string> | null;
  reasoning_effort?: string | null;
  response_format?: {
    type: "text" | "json_object" | "json_schema";
    json_schema?: {
      name: string;
      description?: string | null;
      schema?: Record<string, unknown> | null;
      strict?: boolean | null;
    } | null;
  } | null;
  n?: number | null;
  logprobs?: boolean | null;
  top_logprobs?: number | null;
  logit_bias?: Record<string, unknown> | null;
  modalities?: Array<string> | null;
  /** Not possible. */
  audio?: unknown;
  /** Not possible: give an agent a tool. */
  web_search_options?: unknown;
  /** Not possible: send `tools`. */
  functions?: unknown;
  /** Not possible: send `tool_choice`. */
  function_call?: unknown;
};

export type ChatRequest = {
  agentId?: string;
  message: string;
  sessionId?: string;
  surface?: string;
  metadata?: Record<string, unknown>;
};

/** The refresh token is in a cookie that no script can read. */
export type ConsoleSession = {
  accessToken: string;
};

export type CostBreakdown = {
  from: string;
  to: string;
  groupBy: "day" | "agent" | "model" | "user";
  data: Array<{
    key: string;
    /** Of an agent of this workspace, or the email of a member; else null. */
    name?: string | null;
    requests: number;
    /** Without the cached ones. */
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
    /** Exact to the nano-dollar below eight million dollars. */
    costUsd: number;
    /** False when a model without a known price was used: that part counts as 0. */
    priced: boolean;
    /** Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
    estimatedRequests: number;
  }>;
};

export type Costs = {
  currency: "USD";
  days: number;
  from: string;
  to: string;
  /** Exact to the nano-dollar below eight million dollars. */
  totalUsd: number;
  tokens: {
    prompt: number;
    cached: number;
    completion: number;
    total: number;
  };
  requests: number;
  /** False when a model without a known price was used: that part counts as 0. */
  priced: boolean;
  byModel: Array<{
    key: string;
    provider: string;
    model: string;
    requests: number;
    /** Without the cached ones. */
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
    /** Exact to the nano-dollar below eight million dollars. */
    costUsd: number;
    /** False when a model without a known price was used: that part counts as 0. */
    priced: boolean;
    /** Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
    estimatedRequests: number;
  }>;
  byAgent: Array<{
    key: string;
    /** Null for calls that no agent made. */
    agentId: string | null;
    /** Of an agent of this workspace, or the email of a member; else null. */
    name: string | null;
    requests: number;
    /** Without the cached ones. */
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
    /** Exact to the nano-dollar below eight million dollars. */
    costUsd: number;
    /** False when a model without a known price was used: that part counts as 0. */
    priced: boolean;
    /** Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
    estimatedRequests: number;
  }>;
  budget: Budget | null;
  personBudget: PersonBudget | null;
};

export type CreateAgent = {
  name: string;
  description?: string;
  systemPrompt?: string;
  provider?: string | null;
  model?: string | null;
  temperature?: number | null;
  maxTokens?: number | null;
  /** Model calls in one turn. */
  maxSteps?: number;
  timeoutMs?: number;
  /** Tools it may call. */
  tools?: Array<string>;
  /** Skills it has. */
  skills?: Array<string>;
  /** Tools that need a human’s word. */
  approvals?: Array<string>;
  /** Whether, how deep, how often and which agents it may spawn. */
  spawn?: {
    enabled?: boolean;
    maxDepth?: number;
    maxChildren?: number;
    /** Which agents it may spawn: none where it is empty, any with "*". */
    agents?: Array<string>;
    /** Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
    maxRuns?: number;
    maxCostUsd?: number | null;
  };
  memoryProfileId?: string | null;
  /** Anything of yours, up to 16 KiB. */
  metadata?: Record<string, unknown>;
};

export type CreateApiKey = {
  name: string;
  scopes: Array<"admin" | "diagnostics" | "autonomous">;
  expiresAt?: string;
};

export type CreateChannel = {
  name: string;
  agentId: string;
  /** How what comes in is signed: an HMAC of the raw body, in hex. */
  hmac?: {
    /** A vendor’s way of signing, and of writing messages. */
    preset?: "github" | "slack" | null;
    header?: string;
    algorithm?: "sha256" | "sha1";
    /** Stands before the hex digits. */
    prefix?: string;
    /** Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
    timestampHeader?: string | null;
    /** Left out, one is made. */
    secret?: string;
  };
  /** Where answers go; without it they are in the response. */
  replyUrl?: string | null;
  enabled?: boolean;
};

export type CreateCronSchedule = {
  name?: string;
  /** The workspace’s default agent unless told. */
  agentId?: string;
  message: string;
  /** Five parts (minute, hour, day, month, weekday), or six with one second first. */
  cron: string;
  /** Where the clock hangs that `cron` goes by; UTC unless told. */
  timezone?: string;
  enabled?: boolean;
};

export type CreateHeartbeat = {
  name?: string;
  /** `rss`: RSS, Atom or JSON Feed, new items wake the agent. `http`: a change of status or content does. */
  type: "rss" | "http";
  url: string;
  /** The workspace’s default agent unless told. */
  agentId?: string;
  /** What the agent is told to do with the news. */
  prompt?: string;
  /** This or `cron`. */
  intervalSeconds?: number | null;
  /** This or `intervalSeconds`. */
  cron?: string | null;
  timezone?: string | null;
  enabled?: boolean;
};

export type CreateMcpServer = {
  name: string;
  url: string;
  /** Sent with every request; stored encrypted and never shown again. */
  headers?: Record<string, string>;
};

export type CreateMemoryProfile = {
  name: string;
  /** What is recalled from; none is recalled when empty. All unless told. */
  tiers?: Array<"session" | "daily" | "profile" | "strategic">;
  /** How many entries a turn is shown at most. 8 unless told. */
  recallLimit?: number;
  /** What is kept of a turn by itself: nothing, what rules find, or what a second model call finds. */
  autoCapture?: "off" | "rules" | "model";
  /** Whether what it captured may be promoted. Yes unless told. */
  propagate?: boolean;
  /** Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
  retentionDays?: number | null;
};

export type CreateServiceAccount = {
  name: string;
  /** Such as 12h or 30d, or plain seconds; 90 days unless told. */
  expiresIn?: string | number;
};

export type CreateSwarm = {
  members: Array<SwarmMember>;
  /** Over all nodes. */
  maxConcurrency?: number;
};

export type CreateTool = {
  name: string;
  description: string;
  /** JSON Schema (2020-12) of an object. */
  parameters?: Record<string, unknown>;
  http: {
    /** `{name}` in the path is filled with the parameter of that name. */
    url: string;
    /** GET, HEAD and DELETE carry the parameters in the query, the others as a JSON body. */
    method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Sent with every request; stored encrypted and never shown again. */
    headers?: Record<string, string>;
  };
  timeoutMs?: number;
};

export type CreateWebhook = {
  url: string;
  /** `*` means all; `agent_completed` is another name of `agent.completed`. */
  events: Array<"agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*">;
  description?: string | null;
  /** Left out, one is made; `null` means unsigned. */
  secret?: string | null;
  /** Heeded by `PUT`. A new one is always enabled. */
  enabled?: boolean;
};

export type CreateWorkspace = {
  name: string;
};

export type CreatedApiKey = {
  id: string;
  name: string;
  /** How the key begins, to tell keys apart. */
  prefix: string;
  scopes: Array<"admin" | "diagnostics" | "autonomous">;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Shown this once. */
  key: string;
};

export type CreatedChannel = {
  id: string;
  workspaceId: string;
  name: string;
  agentId: string;
  /** Who answers for it: whoever made it, or last said which agent it has. Null when that account is gone. */
  userId: string | null;
  /** The version of the agent that answers: the one that was accepted. */
  acceptedVersion: number | null;
  /** The agent’s present version where that is another one. It answers once it is accepted. */
  newerVersion: number | null;
  replyUrl: string | null;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
  hmac: {
    /** A vendor’s way of signing, and of writing messages. */
    preset: "github" | "slack" | null;
    header: string;
    algorithm: "sha256" | "sha1";
    /** Stands before the hex digits. */
    prefix: string;
    /** Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
    timestampHeader: string | null;
    /** Shown this once. */
    secret: string;
  };
};

export type CreatedServiceAccount = {
  id: string;
  name: string;
  expiresAt: string;
  createdAt: string;
  /** Shown this once. */
  accessToken: string;
};

export type CreatedWebhook = {
  id: string;
  workspaceId: string;
  url: string;
  /** `*` means all; `agent_completed` is another name of `agent.completed`. */
  events: Array<"agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*">;
  description: string | null;
  enabled: boolean;
  /** The id of who made it; null once that account is gone. */
  createdBy: string | null;
  /** `own`: it is told what its maker's own runs cause. `workspace`: an owner or admin made it, and it is told everybody's. */
  audience: "own" | "workspace";
  /** Why nothing is sent to it, enabled or not: its maker has left the workspace, is no longer an owner or admin, or is suspended. An owner or admin takes over one of the workspace by enabling it. */
  inactiveReason: "creator_left" | "creator_lost_role" | "creator_suspended" | null;
  hasSecret: boolean;
  consecutiveFailures: number;
  createdAt: string;
  updatedAt: string;
  /** Shown this once. */
  secret: string | null;
};

export type Credentials = {
  email: string;
  password: string;
};

export type CronRun = {
  id: string;
  /** The moment it was for; null when someone asked for it. */
  scheduledFor: string | null;
  startedAt: string;
  durationMs: number | null;
  /** The agent’s turn, when it was woken: a job of the person it acts as. */
  runId: string | null;
  error: string | null;
  /** `running` until the agent’s turn has ended; then how it did. */
  status: "running" | "ok" | "failed";
};

export type CronRunPage = {
  data: Array<CronRun>;
  nextCursor: string | null;
};

export type CronSchedule = {
  id: string;
  name: string;
  agentId: string;
  message: string;
  /** Five parts (minute, hour, day, month, weekday), or six with one second first. */
  cron: string;
  /** Where the clock hangs that `cron` goes by; UTC unless told. */
  timezone: string;
  workspaceId: string;
  /** Whom it acts as: whoever made it, or last changed what it does. Null when that account is gone, and then every run fails. */
  userId: string | null;
  /** The version of the agent it acts under: the one that whom it acts as has accepted. */
  acceptedVersion: number | null;
  /** The agent’s present version where that is another one. It counts once it is accepted. */
  newerVersion: number | null;
  enabled: boolean;
  /** Why it was switched off, when not by a person. */
  disabledReason: string | null;
  lastRunAt: string | null;
  /** Null while it is not enabled. */
  nextRunAt: string | null;
  consecutiveFailures: number;
  createdAt: string;
  updatedAt: string;
};

export type CronSchedulePage = {
  data: Array<CronSchedule>;
  nextCursor: string | null;
};

export type DeadLetterPage = {
  data: Array<Delivery>;
  nextCursor: string | null;
};

export type DeferredRun = {
  runId: string;
};

export type Delivery = {
  id: string;
  webhookId: string;
  event: string;
  status: "pending" | "retrying" | "succeeded" | "dead" | "intercepted" | "cancelled";
  attempts: number;
  /** Null when it is over, or being sent now. */
  nextAttemptAt: string | null;
  lastStatusCode: number | null;
  createdAt: string;
};

export type DeliveryPage = {
  data: Array<Delivery>;
  nextCursor: string | null;
};

export type DiagnosticCheck = {
  id: string;
  category: "storage" | "search" | "models" | "delivery" | "realtime" | "security";
  status: "pass" | "warn" | "fail";
  latencyMs: number;
  message: string;
  /** What an operator can do about it. */
  hint?: string;
  /** The check whose failure kept this one from looking at its own subject. */
  skippedBecause?: string;
};

export type DiagnosticHistory = {
  data: Array<DiagnosticReport>;
  nextCursor: string | null;
};

export type DiagnosticReport = {
  id: string;
  status: "pass" | "warn" | "fail";
  startedAt: string;
  durationMs: number;
  checks: Array<DiagnosticCheck>;
};

export type DispatchRecord = {
  id: string;
  webhookId: string;
  deliveryId: string;
  eventType: string;
  url: string;
  attempt: number;
  trigger: "event" | "retry" | "test" | "manual";
  payload: WebhookPayload;
  statusCode: number | null;
  /** The first 16 KiB. */
  responseBody: string | null;
  latencyMs: number;
  error: string | null;
  createdAt: string;
};

export type DispatchRecordPage = {
  data: Array<DispatchRecord>;
  nextCursor: string | null;
};

export type EmbeddingList = {
  object: "list";
  data: Array<{
    object: "embedding";
    index: number;
    embedding: Array<number> | string;
  }>;
  /** `provider/model`, or `agent:<agentId>` to talk to an agent. */
  model: string;
  usage: {
    prompt_tokens: number;
    total_tokens: number;
  };
};

export type EmbeddingRequest = {
  /** `provider/model`, or `agent:<agentId>` to talk to an agent. */
  model: string;
  /** A text, or up to 2,048 texts of up to 100,000 characters. Tokens (a list of integers, or a list of lists) go to a model of a provider; the built-in one takes none. */
  input: string | Array<unknown>;
  encoding_format?: "float" | "base64" | null;
  dimensions?: number | null;
};

/** The run failed; nothing follows. */
export type ErrorFrame = {
  type: "error";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  code: string;
  message: string;
  status: number;
  /** Whether the same may succeed when it is tried again. */
  retryable: boolean;
  /** How long the model’s provider wants to be left alone. */
  retryAfterSeconds?: number;
  /** What the model’s provider answered, in its own terms. */
  upstream?: {
    status: number;
    code: string | null;
  };
};

export type ExportedPropagation = {
  id: string;
  entryId: string;
  targetId: string;
  fromTier: string;
  toTier: string;
  reason: string;
  createdAt: string;
  revertedAt: string | null;
};

export type Grant = {
  agentId: string;
  workspaceId: string;
  createdAt: string;
};

export type GrantPage = {
  data: Array<Grant>;
  nextCursor: string | null;
};

export type GrantReference = {
  agentId: string;
  workspaceId: string;
};

export type Handoff = {
  agentId: string;
  reason?: string;
};

export type Health = {
  status: "ok" | "degraded" | "down";
  version: string;
  uptimeSeconds: number;
  checks: {
    search: HealthCheck;
    database: HealthCheck;
    websocket: HealthCheck;
  };
};

export type HealthCheck = {
  status: "ok" | "down";
  latencyMs: number;
};

export type Heartbeat = {
  id: string;
  name: string;
  /** `rss`: RSS, Atom or JSON Feed, new items wake the agent. `http`: a change of status or content does. */
  type: "rss" | "http";
  url: string;
  agentId: string;
  /** What the agent is told to do with the news. */
  prompt: string;
  intervalSeconds: number | null;
  cron: string | null;
  timezone: string | null;
  workspaceId: string;
  /** Whom it acts as: whoever made it, or last changed what it does. Null when that account is gone, and then every run fails. */
  userId: string | null;
  /** The version of the agent it acts under: the one that whom it acts as has accepted. */
  acceptedVersion: number | null;
  /** The agent’s present version where that is another one. It counts once it is accepted. */
  newerVersion: number | null;
  enabled: boolean;
  /** Why it was switched off, when not by a person. */
  disabledReason: string | null;
  lastRunAt: string | null;
  /** Null while it is not enabled. */
  nextRunAt: string | null;
  consecutiveFailures: number;
  createdAt: string;
  updatedAt: string;
};

export type HeartbeatPage = {
  data: Array<Heartbeat>;
  nextCursor: string | null;
};

export type HeartbeatRun = {
  id: string;
  /** The moment it was for; null when someone asked for it. */
  scheduledFor: string | null;
  startedAt: string;
  durationMs: number | null;
  /** The agent’s turn, when it was woken: a job of the person it acts as. */
  runId: string | null;
  error: string | null;
  /** `ok`: there was news and the agent was woken. `failed`: it could not be looked for, or the agent failed; `error` says how. */
  status: "ok" | "no_change" | "failed";
  itemCount: number;
  /** Null without an answer. */
  httpStatus: number | null;
};

export type HeartbeatRunPage = {
  data: Array<HeartbeatRun>;
  nextCursor: string | null;
};

export type InboundAccepted = {
  runId: string;
  sessionId: string;
  /** `accepted`: the answer goes to `replyUrl`. `awaiting_approval`: a person must say yes first. */
  status: "accepted" | "awaiting_approval";
};

export type InboundAnswer = ChannelAnswer | ChannelChallenge | ChannelIgnored;

/** Or the event as GitHub or Slack sends it. */
export type InboundMessage = {
  /** Required, but where a vendor writes the body. */
  message?: string;
  /** Who says it; everyone has a session of their own. */
  from?: string;
} & Record<string, unknown>;

export type InterceptedDispatch = {
  id: string;
  webhookId: string;
  event: string;
  payload: WebhookPayload;
  createdAt: string;
};

export type InterceptedDispatchPage = {
  data: Array<InterceptedDispatch>;
  nextCursor: string | null;
};

export type InvokeTool = {
  params?: Record<string, unknown>;
};

export type Job = {
  id: string;
  runId: string;
  userId: string;
  kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
  status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
  sessionId: string;
  agentId: string;
  batchId: string | null;
  parentRunId: string | null;
  /** What was asked. */
  message: string;
  stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error" | null;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  toolCallCount: number;
  durationMs: number;
  error: {
    code: string;
    message: string;
    status: number;
    /** Whether the same may succeed when it is tried again. */
    retryable: boolean;
    /** How long the model’s provider wants to be left alone. */
    retryAfterSeconds?: number;
    /** What the model’s provider answered, in its own terms. */
    upstream?: {
      status: number;
      code: string | null;
    };
  } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};

export type JobDetails = {
  id: string;
  runId: string;
  userId: string;
  kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
  status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
  sessionId: string;
  agentId: string;
  batchId: string | null;
  parentRunId: string | null;
  /** What was asked. */
  message: string;
  stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error" | null;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  toolCallCount: number;
  durationMs: number;
  error: {
    code: string;
    message: string;
    status: number;
    /** Whether the same may succeed when it is tried again. */
    retryable: boolean;
    /** How long the model’s provider wants to be left alone. */
    retryAfterSeconds?: number;
    /** What the model’s provider answered, in its own terms. */
    upstream?: {
      status: number;
      code: string | null;
    };
  } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  messageId: string | null;
  content: string | null;
  toolCalls: Array<RunToolCall>;
  approval: PendingApproval | null;
};

export type JobPage = {
  data: Array<Job>;
  nextCursor: string | null;
};

export type McpServer = {
  id: string;
  name: string;
  url: string;
  /** The names of the stored headers; their values are never shown. */
  headerNames: Array<string>;
  toolCount: number;
  /** Why its tools are absent; null when the last look at the server succeeded. */
  error: string | null;
  checkedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type McpServerPage = {
  data: Array<McpServer>;
  nextCursor: string | null;
};

export type Me = {
  id: string;
  email: string;
  defaultWorkspaceId: string;
  createdAt: string;
};

export type Member = {
  userId: string;
  email: string;
  role: "owner" | "admin" | "member";
  /** Offered, and not yet accepted: until then it gives no right. */
  pendingRole?: "owner" | "admin" | "member";
  createdAt: string;
};

export type MemberResult = {
  index: number;
  agentId: string;
  runId: string | null;
  status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
  content?: string;
  /** The whole is at `GET /jobs/:runId`. */
  truncated?: boolean;
  error?: {
    code: string;
    message: string;
  };
};

export type MemoryDay = {
  /** A day, in UTC. */
  date: string;
  /** In the order of their indexes. */
  entries: Array<MemoryEntry>;
};

export type MemoryDayPage = {
  /** Newest first; days without entries are left out. */
  data: Array<MemoryDay>;
  /** Where more entries are than fit, from here on; a day may go on there. */
  nextCursor: string | null;
};

export type MemoryEntry = {
  id: string;
  tier: "session" | "daily" | "profile" | "strategic";
  /** A day, in UTC. */
  date?: string;
  /** Given once: it never shifts, and never names another entry. */
  index?: number;
  /** Of an entry of the profile: its field. */
  field?: string;
  content: string;
  /** Whose word it is, and where it was said. */
  source: {
    kind: "user" | "agent" | "tool" | "external";
    sessionId?: string;
    agentId?: string;
  };
  /** The entry it was promoted from. */
  originId?: string;
  /** The newer entry that says otherwise; since then this one is only kept. */
  supersededBy?: string;
  recallCount: number;
  lastRecalledAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type MemoryEntryPage = {
  data: Array<MemoryEntry>;
  nextCursor: string | null;
};

export type MemoryExport = {
  userId: string;
  workspaceId: string;
  exportedAt: string;
  profile: MemoryOfUser;
  /** Tier by tier, oldest first; superseded ones too. */
  entries: Array<MemoryEntry>;
  /** Oldest first. */
  propagations: Array<ExportedPropagation>;
};

export type MemoryOfUser = {
  userId: string;
  fields: Record<string, unknown>;
  updatedAt: string | null;
};

export type MemoryOneDay = {
  /** A day, in UTC. */
  date: string;
  /** In the order of their indexes. */
  entries: Array<MemoryEntry>;
  /** Where more entries are than fit, from here on; a day may go on there. */
  nextCursor: string | null;
};

/** A policy that agents are bound to by their `memoryProfileId`. */
export type MemoryProfile = {
  id: string;
  name: string;
  /** What is recalled from; none is recalled when empty. All unless told. */
  tiers: Array<"session" | "daily" | "profile" | "strategic">;
  /** How many entries a turn is shown at most. 8 unless told. */
  recallLimit: number;
  /** What is kept of a turn by itself: nothing, what rules find, or what a second model call finds. */
  autoCapture: "off" | "rules" | "model";
  /** Whether what it captured may be promoted. Yes unless told. */
  propagate: boolean;
  /** Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
  retentionDays: number | null;
  createdAt: string;
  updatedAt: string;
};

export type MemoryProfilePage = {
  data: Array<MemoryProfile>;
  nextCursor: string | null;
};

export type MemorySearch = {
  /** Nearest in meaning first. */
  data: Array<{
    entry: MemoryEntry;
    /** The nearer to the question, the higher. */
    score: number;
  }>;
};

export type Message = {
  id: string;
  runId: string | null;
  seq: number;
  role: "user" | "assistant" | "tool" | "system";
  agentId: string;
  content: string;
  toolCalls?: Array<{
    id: string;
    tool: string;
    params: unknown;
  }>;
  status: "complete" | "partial";
  usage?: {
    promptTokens: number;
    completionTokens: number;
  };
  meta?: Record<string, unknown>;
  createdAt: string;
};

export type Model = {
  /** `provider/model`, or `agent:<agentId>` to talk to an agent. */
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  /** For people; an agent’s is its own. */
  name: string;
};

export type ModelList = {
  object: "list";
  data: Array<Model>;
};

export type NewMemory = {
  /** At most 8000 characters. */
  content: string;
};

export type NotePage = {
  data: Array<MemoryEntry>;
  nextCursor: string | null;
};

/** An error as OpenAI writes it. */
export type OpenAiError = {
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string | null;
  } & Record<string, unknown>;
};

export type PendingApproval = {
  requestId: string;
  tool: string;
  params: unknown;
  expiresAt: string;
};

/** What the operator lets you spend over all workspaces. */
export type PersonBudget = {
  /** Exact to the nano-dollar below eight million dollars. */
  monthlyUsd: number;
  /** Exact to the nano-dollar below eight million dollars. */
  spentUsd: number;
  /** For what is under way. */
  reservedUsd: number;
  resetsAt: string;
};

export type Presence = {
  data: Array<{
    agentId: string;
    name: string;
    state: "idle" | "thinking" | "tool" | "awaiting_approval";
    sessionId: string | null;
    runId: string | null;
    since: string | null;
  }>;
};

/** An error, as RFC 9457 describes it. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Stable and machine-readable. */
  code: string;
  requestId: string;
  /** The offending fields, each by its path in the request. */
  errors?: Array<{
    path: string;
    message: string;
  }>;
} & Record<string, unknown>;

export type Propagation = {
  id: string;
  entryId: string;
  targetId: string;
  fromTier: "session" | "daily" | "profile" | "strategic";
  toTier: "session" | "daily" | "profile" | "strategic";
  content: string;
  reason: string;
  createdAt: string;
  revertedAt: string | null;
};

export type PropagationGate = {
  gate: string;
  passed: boolean;
  detail: string;
};

export type PropagationJudgement = {
  id?: string;
  entryId: string;
  fromTier: "session" | "daily" | "profile" | "strategic";
  toTier: "session" | "daily" | "profile" | "strategic";
  /** The field of the profile. */
  field?: string;
  content: string;
  reason: string;
  gates: Array<PropagationGate>;
};

export type PropagationPage = {
  data: Array<Propagation>;
  nextCursor: string | null;
};

export type PropagationReport = {
  dryRun: boolean;
  /** What moved, or would move. */
  propagations: Array<PropagationJudgement>;
  /** What stays where it is, and the gates that it does not pass. */
  skipped: Array<PropagationJudgement>;
};

export type PropagationRequest = {
  /** Says what would move, and moves nothing. */
  dryRun?: boolean;
} | null;

/** Other turns of the session come first. */
export type QueuedFrame = {
  type: "queued";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  position: number;
};

export type Readiness = {
  status: "ready" | "starting" | "draining";
};

export type RefreshRequest = {
  refreshToken: string;
};

export type RefusedUser = {
  userId: string;
  error: {
    code: string;
    message: string;
  };
};

export type Registration = {
  email: string;
  /** At least 8 characters and at most 72 bytes. */
  password: string;
};

export type Replay = {
  /** How many are, or would be, sent again. */
  count: number;
  dryRun: boolean;
};

export type ReplayRequest = {
  webhookId?: string;
  /** Only deliveries created then or later. */
  since?: string;
  /** Say how many there are and send nothing. */
  dryRun?: boolean;
};

export type ResetDone = {
  reset: Array<string>;
};

export type ResetRequest = {
  agentId?: string;
  surface?: string;
} | null;

export type ResolveApproval = {
  decision: "approve" | "deny";
  reason?: string;
};

/** What the workspace may use; null allows everything. */
export type Restrictions = {
  allowedProviders: Array<string> | null;
  allowedModels: Array<string> | null;
};

export type RotatedSecret = {
  id: string;
  /** Shown this once. */
  secret: string;
  /** Until then `webhook-signature` holds a signature by the previous secret as well. */
  previousSecretExpiresAt: string | null;
};

/** One event of a run: the data of a server-sent event, or a WebSocket frame. */
export type RunFrame = SessionResolvedFrame | QueuedFrame | StreamChunkFrame | ToolCallFrame | ToolResultFrame | ApprovalRequiredFrame | ApprovalResolvedFrame | StreamDoneFrame | ErrorFrame;

export type RunToolCall = {
  id: string;
  tool: string;
  params: unknown;
  result: unknown;
  isError: boolean;
  durationMs: number;
};

export type SearchHit = {
  sessionId: string;
  messageId: string;
  agentId: string;
  role: string;
  snippet: string;
  /** From 0 to 1: how often what was asked for occurs. The newest come first. */
  score: number;
  createdAt: string;
};

export type SearchHitPage = {
  data: Array<SearchHit>;
  nextCursor: string | null;
};

export type ServiceAccount = {
  id: string;
  name: string;
  expiresAt: string;
  createdAt: string;
};

export type ServiceAccountPage = {
  data: Array<ServiceAccount>;
  nextCursor: string | null;
};

export type Session = {
  id: string;
  workspaceId: string;
  userId: string;
  agentId: string;
  surface: string;
  title: string | null;
  status: "active" | "closed";
  messageCount: number;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
};

export type SessionDetails = {
  id: string;
  workspaceId: string;
  userId: string;
  agentId: string;
  surface: string;
  title: string | null;
  status: "active" | "closed";
  messageCount: number;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
  /** Oldest first. */
  messages: Array<Message>;
  /** Older messages are there: ask with `before`. */
  hasMore: boolean;
};

export type SessionPage = {
  data: Array<Session>;
  nextCursor: string | null;
};

/** The turn begins, in this session. */
export type SessionResolvedFrame = {
  type: "session_resolved";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  created: boolean;
  agentVersion?: number;
  /** True when another version answered the turn before in this session. */
  agentChanged?: boolean;
};

export type Setup = {
  workspace: {
    name: string;
  };
  agents: Array<CreateAgent>;
};

export type SetupDone = {
  workspace: Workspace;
  agents: Array<Agent>;
};

export type Skill = {
  id: string;
  name: string;
  description: string;
  toolCount: number;
};

export type SkillCacheCleared = {
  /** Entries of the node that answers; the others clear theirs too. */
  cleared: number;
};

/** Of the node that answers, since it was started. */
export type SkillCacheStatistics = {
  entries: number;
  hits: number;
  misses: number;
  hitRate: number;
  byTool: Record<string, {
    entries: number;
    hits: number;
    misses: number;
  }>;
};

export type SkillDetails = {
  id: string;
  name: string;
  description: string;
  toolCount: number;
  tools: Array<{
    name: string;
    description: string;
    source: string;
    /** JSON Schema. */
    parameters: Record<string, unknown>;
  }>;
  /** What an agent with this skill is told. */
  promptContext: string;
};

export type SkillList = {
  data: Array<Skill>;
};

/** More of the answer. */
export type StreamChunkFrame = {
  type: "stream_chunk";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  delta: string;
};

/** The whole answer; nothing follows. */
export type StreamDoneFrame = {
  type: "stream_done";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  messageId: string | null;
  content: string;
  usage: {
    promptTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
  durationMs: number;
  toolCallCount: number;
};

export type Swarm = {
  id: string;
  status: "running" | "completed" | "cancelled";
  agentCount: number;
  maxConcurrency: number;
  createdAt: string;
  finishedAt: string | null;
  totalDurationMs: number | null;
};

export type SwarmDetails = {
  id: string;
  status: "running" | "completed" | "cancelled";
  agentCount: number;
  maxConcurrency: number;
  createdAt: string;
  finishedAt: string | null;
  totalDurationMs: number | null;
  results: Array<MemberResult>;
};

export type SwarmMember = {
  agentId: string;
  message: string;
};

export type SwarmPage = {
  data: Array<Swarm>;
  nextCursor: string | null;
};

export type SwarmStarted = {
  swarmId: string;
};

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
};

export type Tool = {
  name: string;
  description: string;
  /** `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
  source: string;
  parameters: Record<string, unknown>;
};

/** The agent uses a tool. */
export type ToolCallFrame = {
  type: "tool_call";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  toolCallId: string;
  tool: string;
  params: unknown;
};

/** `http` and `createdAt` only for a tool of your own. */
export type ToolDetails = {
  name: string;
  description: string;
  /** `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
  source: string;
  parameters: Record<string, unknown>;
  timeoutMs: number;
  http?: {
    /** `{name}` in the path is filled with the parameter of that name. */
    url: string;
    method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** The names of the stored headers; their values are never shown. */
    headerNames: Array<string>;
  };
  createdAt?: string;
};

export type ToolInvocation = {
  /** Any JSON, at most 64 KiB: more comes as `{truncated, bytes, text}`. A failure is `{error}`. */
  result: unknown;
  isError: boolean;
  durationMs: number;
};

export type ToolPage = {
  data: Array<Tool>;
  nextCursor: string | null;
};

/** What the tool answered. */
export type ToolResultFrame = {
  type: "tool_result";
  runId: string;
  sessionId: string;
  agentId: string;
  /** Increases, not always by one. Where to resume from. */
  seq: number;
  toolCallId: string;
  tool: string;
  result: unknown;
  isError: boolean;
  durationMs: number;
};

export type Trace = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  /** What started the run. */
  kind: string;
  status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
  parentRunId: string | null;
  startedAt: string;
  /** From the request to the end, waiting included. */
  durationMs: number;
  /** Without what it waited for its turn and for people. */
  activeMs: number;
  usage: {
    /** Those from a cache included. */
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
  };
  costUsd: number;
  /** What the trace is called where it was exported to. */
  otelTraceId: string;
  parentTraceId: string | null;
  /** Of the agents this one spawned. */
  childTraceIds: Array<string>;
  error: {
    code: string;
    message: string;
  } | null;
  spans: Array<TraceSpan>;
};

export type TracePage = {
  data: Array<TraceSummary>;
  nextCursor: string | null;
};

export type TraceSpan = {
  /** As it is exported to OpenTelemetry. */
  id: string;
  parentId: string | null;
  name: string;
  kind: "internal" | "client";
  startedAt: string;
  durationMs: number;
  /** In OpenTelemetry’s vocabulary for generative AI; ours begin with `gateway.`. */
  attributes: Record<string, unknown>;
};

export type TraceSummary = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  /** What started the run. */
  kind: string;
  status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
  parentRunId: string | null;
  startedAt: string;
  /** From the request to the end, waiting included. */
  durationMs: number;
  /** Without what it waited for its turn and for people. */
  activeMs: number;
  usage: {
    /** Those from a cache included. */
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
  };
  costUsd: number;
};

export type UpdateAgent = {
  name?: string;
  description?: string;
  systemPrompt?: string;
  provider?: string | null;
  model?: string | null;
  temperature?: number | null;
  maxTokens?: number | null;
  /** Model calls in one turn. */
  maxSteps?: number;
  timeoutMs?: number;
  /** Tools it may call. */
  tools?: Array<string>;
  /** Skills it has. */
  skills?: Array<string>;
  /** Tools that need a human’s word. */
  approvals?: Array<string>;
  /** Whether, how deep, how often and which agents it may spawn. */
  spawn?: {
    enabled?: boolean;
    maxDepth?: number;
    maxChildren?: number;
    /** Which agents it may spawn: none where it is empty, any with "*". */
    agents?: Array<string>;
    /** Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
    maxRuns?: number;
    maxCostUsd?: number | null;
  };
  memoryProfileId?: string | null;
  /** Anything of yours, up to 16 KiB. */
  metadata?: Record<string, unknown>;
};

/** What is left out stays, in `hmac` too. */
export type UpdateChannel = {
  name?: string;
  agentId?: string;
  /** How what comes in is signed: an HMAC of the raw body, in hex. */
  hmac?: {
    /** A vendor’s way of signing, and of writing messages. */
    preset?: "github" | "slack" | null;
    header?: string;
    algorithm?: "sha256" | "sha1";
    /** Stands before the hex digits. */
    prefix?: string;
    /** Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
    timestampHeader?: string | null;
    /** Left out, one is made. */
    secret?: string;
  };
  /** Where answers go; without it they are in the response. */
  replyUrl?: string | null;
  enabled?: boolean;
};

/** What is left out stays. Naming `agentId` or `message` makes it act as you. */
export type UpdateCronSchedule = {
  name?: string;
  agentId?: string;
  message?: string;
  /** Five parts (minute, hour, day, month, weekday), or six with one second first. */
  cron?: string;
  /** Where the clock hangs that `cron` goes by; UTC unless told. */
  timezone?: string;
  /** Switching it on clears the failures in a row and starts from now. */
  enabled?: boolean;
};

/** What is left out stays. Naming `agentId`, `prompt`, `type` or `url` makes it act as you; another `type` or `url` makes everything there new. */
export type UpdateHeartbeat = {
  name?: string;
  /** `rss`: RSS, Atom or JSON Feed, new items wake the agent. `http`: a change of status or content does. */
  type?: "rss" | "http";
  url?: string;
  agentId?: string;
  /** What the agent is told to do with the news. */
  prompt?: string;
  /** This or `cron`. */
  intervalSeconds?: number | null;
  /** This or `intervalSeconds`. */
  cron?: string | null;
  timezone?: string | null;
  /** Switching it on clears the failures in a row and starts from now. */
  enabled?: boolean;
};

/** What is left out stays; `headers` replaces all of them. */
export type UpdateMcpServer = {
  name?: string;
  url?: string;
  /** Sent with every request; stored encrypted and never shown again. */
  headers?: Record<string, string>;
};

/** What is left out stays. */
export type UpdateMemoryProfile = {
  name?: string;
  /** What is recalled from; none is recalled when empty. All unless told. */
  tiers?: Array<"session" | "daily" | "profile" | "strategic">;
  /** How many entries a turn is shown at most. 8 unless told. */
  recallLimit?: number;
  /** What is kept of a turn by itself: nothing, what rules find, or what a second model call finds. */
  autoCapture?: "off" | "rules" | "model";
  /** Whether what it captured may be promoted. Yes unless told. */
  propagate?: boolean;
  /** Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
  retentionDays?: number | null;
};

export type UpdateProfile = {
  fields: Record<string, unknown>;
};

/** null for one, for `restrictions`, or as the whole body, removes; what is left out stays. */
export type UpdateRestrictions = {
  allowedProviders?: Array<string> | null;
  allowedModels?: Array<string> | null;
  /** The same, under a name; null removes all. */
  restrictions?: {
    allowedProviders?: Array<string> | null;
    allowedModels?: Array<string> | null;
  } | null;
} | null;

export type UpdateSettings = {
  name?: string;
  defaultAgentId?: string | null;
  monthlyBudgetUsd?: number | null;
};

/** What is left out stays. A new `secret` counts at once; to change it without a gap, rotate it. */
export type UpdateWebhook = {
  url?: string;
  /** `*` means all; `agent_completed` is another name of `agent.completed`. */
  events?: Array<"agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*">;
  description?: string | null;
  /** Left out, one is made; `null` means unsigned. */
  secret?: string | null;
  /** Heeded by `PUT`. A new one is always enabled. */
  enabled?: boolean;
};

export type UserRun = {
  userId: string;
  runId: string;
};

export type Webhook = {
  id: string;
  workspaceId: string;
  url: string;
  /** `*` means all; `agent_completed` is another name of `agent.completed`. */
  events: Array<"agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*">;
  description: string | null;
  enabled: boolean;
  /** The id of who made it; null once that account is gone. */
  createdBy: string | null;
  /** `own`: it is told what its maker's own runs cause. `workspace`: an owner or admin made it, and it is told everybody's. */
  audience: "own" | "workspace";
  /** Why nothing is sent to it, enabled or not: its maker has left the workspace, is no longer an owner or admin, or is suspended. An owner or admin takes over one of the workspace by enabling it. */
  inactiveReason: "creator_left" | "creator_lost_role" | "creator_suspended" | null;
  hasSecret: boolean;
  consecutiveFailures: number;
  createdAt: string;
  updatedAt: string;
};

export type WebhookPage = {
  data: Array<Webhook>;
  nextCursor: string | null;
};

/** The body, exactly. */
export type WebhookPayload = {
  event: string;
  timestamp: string;
  data: unknown;
};

export type WebhookTest = {
  deliveryId: string;
  /** Null without an answer. */
  statusCode: number | null;
  latencyMs: number;
  success: boolean;
  error: string | null;
  /** Test mode is on: nothing was sent. */
  intercepted?: boolean;
};

export type WebhookTestMode = {
  /** Whether what would go to the caller's webhooks is intercepted. */
  enabled: boolean;
};

export type Workspace = {
  id: string;
  name: string;
  personal: boolean;
  role: "owner" | "admin" | "member";
  /** Offered, and not yet accepted: until then it gives no right. */
  pendingRole?: "owner" | "admin" | "member";
  settings: WorkspaceSettings;
  restrictions: Restrictions;
  createdAt: string;
};

export type WorkspaceDetails = {
  id: string;
  name: string;
  personal: boolean;
  role: "owner" | "admin" | "member";
  /** Offered, and not yet accepted: until then it gives no right. */
  pendingRole?: "owner" | "admin" | "member";
  settings: WorkspaceSettings;
  restrictions: Restrictions;
  createdAt: string;
  members: Array<Member>;
};

export type WorkspacePage = {
  data: Array<Workspace>;
  nextCursor: string | null;
};

export type WorkspaceSettings = {
  defaultAgentId: string | null;
  monthlyBudgetUsd: number | null;
};

export type WorkspaceStatistics = {
  days: number;
  sessions: {
    total: number;
    active: number;
  };
  tokens: {
    prompt: number;
    completion: number;
    total: number;
  };
  costUsd: number;
  topAgents: Array<{
    agentId: string;
    name: string | null;
    runs: number;
    costUsd: number;
  }>;
  topTools: Array<{
    tool: string;
    calls: number;
  }>;
  activeUsers: number;
  daily: Array<{
    date: string;
    sessions: number;
    tokens: number;
    costUsd: number;
  }>;
};

/** Every route, by its path and method. */
export type Paths = {
  "/openapi.json": {
    /** This description, as JSON. Needs an access token, or a service account’s. */
    get: {
      answer: Record<string, unknown>;
    };
  };
  "/openapi.yaml": {
    /** This description, as YAML. Needs an access token, or a service account’s. */
    get: {
      answer: string;
    };
  };
  "/ws": {
    /** Authenticate with `Authorization: Bearer` or with the subprotocols `bearer` and the token. Send `{"type":"message","agentId","message","surface"}`, `{"type":"cancel","runId"}`, `{"type":"resume","runId","lastSeq"}` or `{"type":"ping"}`; what comes back are the frames of `/agent/chat/stream`, `pong`, and an `error` without `runId` for a frame that was refused. Needs an access token. */
    get: {
      query?: {
        workspaceId?: string;
      };
    };
  };
  "/health": {
    /** Is it well? Needs no credentials. */
    get: {
      answer: Health;
    };
  };
  "/readiness": {
    /** Does it take requests? Needs no credentials. */
    get: {
      answer: Readiness;
    };
  };
  "/metrics": {
    /** Prometheus metrics. Needs no credentials. */
    get: {
      answer: string;
    };
  };
  "/docs": {
    /** The page asks for an account or a token, and reads `/openapi.json` with it. Needs no credentials. */
    get: {
      answer: string;
    };
  };
  "/docs/{file}": {
    /** A part of that page. Needs no credentials. */
    get: {
      path: {
        file: string;
      };
      answer: string;
    };
  };
  "/diagnostics": {
    /** Asks every configured model provider for a few tokens. The answer is 200 whatever was found. Needs an API key with the scope diagnostics. */
    get: {
      answer: DiagnosticReport;
    };
  };
  "/diagnostics/quick": {
    /** Are the database, the model provider and the WebSockets within reach? Needs an API key with the scope diagnostics. */
    get: {
      answer: DiagnosticReport;
    };
  };
  "/diagnostics/history": {
    /** The last ten full reports, of all nodes. Needs an API key with the scope diagnostics. */
    get: {
      answer: DiagnosticHistory;
    };
  };
  "/auth/register": {
    /** Create an account. Needs no credentials. */
    post: {
      body: Registration;
      answer: TokenPair;
    };
  };
  "/auth/login": {
    /** Log in. Needs no credentials. */
    post: {
      body: Credentials;
      answer: TokenPair;
    };
  };
  "/auth/refresh": {
    /** Exchange a refresh token for a new pair. Needs no credentials. */
    post: {
      body: RefreshRequest;
      answer: TokenPair;
    };
  };
  "/auth/token": {
    /** Get an access token for scripts. Needs no credentials. */
    post: {
      body: Credentials;
      answer: BearerToken;
    };
  };
  "/auth/logout": {
    /** Revoke all of your refresh tokens. Needs an access token. */
    post: {
      answer: undefined;
    };
  };
  "/auth/me": {
    /** Who you are. Needs an access token. */
    get: {
      answer: Me;
    };
    /** Erase your account and everything owned alone. Needs an access token. */
    delete: {
      answer: undefined;
    };
  };
  "/console/session": {
    /** Log in to the console. Needs no credentials. */
    post: {
      body: Credentials;
      answer: ConsoleSession;
    };
    /** Only forgets; `POST /auth/logout` revokes. Needs no credentials. */
    delete: {
      answer: undefined;
    };
  };
  "/console/session/register": {
    /** Create an account in the console. Needs no credentials. */
    post: {
      body: Registration;
      answer: ConsoleSession;
    };
  };
  "/console/session/refresh": {
    /** Takes the refresh token from the cookie and puts its successor there. Needs no credentials. */
    post: {
      answer: ConsoleSession;
    };
  };
  "/admin/api-keys": {
    /** Create an API key; it is shown once. Needs an API key with the scope admin. */
    post: {
      body: CreateApiKey;
      answer: CreatedApiKey;
    };
    /** List API keys. Needs an API key with the scope admin. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: ApiKeyPage;
    };
  };
  "/admin/api-keys/{id}": {
    /** Revoke an API key. Needs an API key with the scope admin. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/admin/service-accounts": {
    /** Create a service account, good for the API description only. Needs an API key with the scope admin. */
    post: {
      body: CreateServiceAccount;
      answer: CreatedServiceAccount;
    };
    /** List service accounts. Needs an API key with the scope admin. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: ServiceAccountPage;
    };
  };
  "/admin/service-accounts/{id}": {
    /** Revoke a service account. Needs an API key with the scope admin. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/admin/health": {
    /** How this node is, and how much there is of everything. Needs an API key with the scope admin. */
    get: {
      answer: AdminHealth;
    };
  };
  "/admin/agents": {
    /** The agents of all workspaces, newest first. Needs an API key with the scope admin. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: AdminAgentPage;
    };
  };
  "/admin/usage/{uid}": {
    /** All that a user ever used, by model. Needs an API key with the scope admin. */
    get: {
      path: {
        uid: string;
      };
      answer: AdminUsage;
    };
  };
  "/admin/sessions/{uid}": {
    /** The active sessions of a user, in every workspace. Needs an API key with the scope admin. */
    get: {
      path: {
        uid: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: AdminSessionPage;
    };
  };
  "/admin/audit/{uid}": {
    /** The last 50 audit records about or by a user, newest first. Needs an API key with the scope admin. */
    get: {
      path: {
        uid: string;
      };
      answer: AuditRecords;
    };
  };
  "/admin/users": {
    /** People with an account, newest first. Needs an API key with the scope admin. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        /** An id, or a part of the address or name. */
        q?: string;
      };
      answer: AdminUserPage;
    };
    /** Create an account for somebody, whatever REGISTRATION says. Needs an API key with the scope admin. */
    post: {
      body: Registration;
      answer: Me;
    };
  };
  "/admin/users/{uid}": {
    /** A person and the workspaces they are in. Needs an API key with the scope admin. */
    get: {
      path: {
        uid: string;
      };
      answer: AdminUserDetails;
    };
  };
  "/admin/users/{uid}/disable": {
    /** Suspend a person: nothing is served to them, and what acts in their name stops. Needs an API key with the scope admin. */
    post: {
      path: {
        uid: string;
      };
      answer: AdminUser;
    };
  };
  "/admin/users/{uid}/enable": {
    /** End the suspension of a person. Needs an API key with the scope admin. */
    post: {
      path: {
        uid: string;
      };
      answer: AdminUser;
    };
  };
  "/admin/workspaces": {
    /** The workspaces of everyone, newest first. Needs an API key with the scope admin. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        /** An id, or a part of the address or name. */
        q?: string;
      };
      answer: AdminWorkspacePage;
    };
  };
  "/admin/workspaces/{id}/disable": {
    /** Suspend a workspace: its runs stop, its schedules and webhooks wait. Needs an API key with the scope admin. */
    post: {
      path: {
        id: string;
      };
      answer: AdminWorkspace;
    };
  };
  "/admin/workspaces/{id}/enable": {
    /** End the suspension of a workspace. Needs an API key with the scope admin. */
    post: {
      path: {
        id: string;
      };
      answer: AdminWorkspace;
    };
  };
  "/workspaces": {
    /** Create a workspace. Needs an access token. */
    post: {
      body: CreateWorkspace;
      answer: Workspace;
    };
    /** List your workspaces. Needs an access token. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: WorkspacePage;
    };
  };
  "/workspaces/{id}": {
    /** A workspace and its members. Needs an access token of a member of the workspace. */
    get: {
      path: {
        id: string;
      };
      answer: WorkspaceDetails;
    };
  };
  "/workspaces/{id}/settings": {
    /** Change name, default agent or budget. Needs an access token of a member of the workspace. */
    put: {
      path: {
        id: string;
      };
      body: UpdateSettings;
      answer: Workspace;
    };
  };
  "/workspaces/{id}/restrictions": {
    /** Say which providers and models may be used. Needs an access token of a member of the workspace. */
    put: {
      path: {
        id: string;
      };
      body: UpdateRestrictions;
      answer: Workspace;
    };
  };
  "/workspaces/{id}/stats": {
    /** Usage of the last days. Needs an access token of a member of the workspace. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** Today included. At most 365; more is served as that. */
        days?: number;
      };
      answer: WorkspaceStatistics;
    };
  };
  "/workspaces/{id}/members": {
    /** Add a member or change a role. Needs an access token of a member of the workspace. */
    post: {
      path: {
        id: string;
      };
      body: AddMember;
      answer: Member;
    };
  };
  "/workspaces/{id}/members/accept": {
    /** Accept the role that you were offered. Needs an access token of a member of the workspace. */
    post: {
      path: {
        id: string;
      };
      answer: Member;
    };
  };
  "/workspaces/{id}/members/{uid}": {
    /** Remove a member, or leave. Needs an access token of a member of the workspace. */
    delete: {
      path: {
        id: string;
        uid: string;
      };
      answer: undefined;
    };
  };
  "/workspaces/{id}/grants": {
    /** Let another workspace use an agent. Needs an access token of a member of the workspace. */
    post: {
      path: {
        id: string;
      };
      body: GrantReference;
      answer: Grant;
    };
    /** Which workspaces may use your agents. Needs an access token of a member of the workspace. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: GrantPage;
    };
    /** End a grant, named in the body or in the query. Needs an access token of a member of the workspace. */
    delete: {
      path: {
        id: string;
      };
      query?: {
        agentId?: string;
        workspaceId?: string;
      };
      body?: {
        agentId?: string;
        workspaceId?: string;
      } | null;
      answer: undefined;
    };
  };
  "/agents": {
    /** Create an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateAgent;
      answer: Agent;
    };
    /** List agents. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: AgentPage;
    };
  };
  "/agents/{id}": {
    /** An agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Agent;
    };
    /** Change any part of an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateAgent;
      answer: Agent;
    };
    /** Delete an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/agents/{id}/capabilities": {
    /** What the agent can do, resolved. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Capabilities;
    };
  };
  "/agents/{id}/versions": {
    /** Also a change of what it refers to is a version: a tool, an MCP server, its memory profile, an agent it passes work to. The last 50 are kept, and those that something acts under. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: AgentVersionPage;
    };
  };
  "/agents/{id}/versions/{version}": {
    /** A version of the agent, with its configuration. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
        version: number;
      };
      answer: AgentVersionDetails;
    };
  };
  "/onboarding/setup": {
    /** Create a workspace and its agents, all or nothing. Needs an access token. */
    post: {
      body: Setup;
      idempotencyKey?: string;
      answer: SetupDone;
    };
  };
  "/costs": {
    /** What the workspace spent in the last days, and its budget. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** Today included. At most 365; more is served as that. */
        days?: number;
      };
      answer: Costs;
    };
  };
  "/costs/breakdown": {
    /** What the workspace spent, by day, agent, model or user. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** The first day; 29 days before `to` unless told. A day, or a time of it, in UTC. */
        from?: string;
        /** The last day, which is included; today unless told. A day, or a time of it, in UTC. */
        to?: string;
        groupBy?: "day" | "agent" | "model" | "user";
      };
      answer: CostBreakdown;
    };
  };
  "/agent/chat": {
    /** Send a message and wait for the whole answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: ChatRequest;
      idempotencyKey?: string;
      answer: ChatAnswer | AwaitingApproval;
    };
  };
  "/agent/chat/stream": {
    /** Send a message and watch the answer come. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: ChatRequest;
      events: RunFrame;
    };
  };
  "/agent/reset": {
    /** Close active sessions; the next message opens a new one. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body?: ResetRequest;
      answer: ResetDone;
    };
  };
  "/agent/presence": {
    /** What your agents are doing. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: Presence;
    };
  };
  "/agent/health": {
    /** Does the default model answer? Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: AgentHealth;
    };
  };
  "/sessions": {
    /** List your conversations. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        status?: "active" | "closed";
        agentId?: string;
      };
      answer: SessionPage;
    };
  };
  "/sessions/search/messages": {
    /** Search all your messages. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** Words, "phrases", -not. */
        q?: string;
        /** The same as `q`. */
        query?: string;
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: SearchHitPage;
    };
  };
  "/sessions/{id}": {
    /** A conversation and its messages. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** The newest so many; at most 200. */
        limit?: number;
        /** Only messages with a smaller `seq`. */
        before?: number;
      };
      answer: SessionDetails;
    };
    /** Delete a conversation for good. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/sessions/{id}/handoff": {
    /** Hand the conversation to another agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      body: Handoff;
      answer: Session;
    };
  };
  "/jobs": {
    /** List your runs, or with an API key those of a batch. Needs an access token, or an API key with the scope autonomous for what API keys have started. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        status?: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
        kind?: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
        batchId?: string;
        sessionId?: string;
        agentId?: string;
      };
      answer: JobPage;
    };
  };
  "/jobs/{id}": {
    /** A run and its result. Needs an access token, or an API key with the scope autonomous for what API keys have started. */
    get: {
      path: {
        id: string;
      };
      answer: JobDetails;
    };
  };
  "/jobs/{id}/stream": {
    /** Watch a run, from the beginning or from Last-Event-ID on. Needs an access token, or an API key with the scope autonomous for what API keys have started. */
    get: {
      path: {
        id: string;
      };
      answer: undefined;
      events: RunFrame;
    };
  };
  "/jobs/{id}/cancel": {
    /** Stop a run; what it has said is kept. Needs an access token, or an API key with the scope autonomous for what API keys have started. */
    post: {
      path: {
        id: string;
      };
      answer: JobDetails;
    };
  };
  "/autonomous/run": {
    /** Run an agent on behalf of a user. Needs an API key with the scope autonomous. */
    post: {
      body: AutonomousRun;
      idempotencyKey?: string;
      answer: ChatAnswer | AwaitingApproval | DeferredRun;
    };
  };
  "/autonomous/batch": {
    /** Run an agent once for each of many users. Needs an API key with the scope autonomous. */
    post: {
      body: AutonomousBatch;
      idempotencyKey?: string;
      answer: BatchStarted;
    };
  };
  "/autonomous/batches/{id}": {
    /** How far a batch is. Needs an API key with the scope autonomous. */
    get: {
      path: {
        id: string;
      };
      answer: BatchProgress;
    };
  };
  "/swarms": {
    /** Put several agents to work side by side. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateSwarm;
      idempotencyKey?: string;
      answer: SwarmStarted;
    };
    /** List your swarms. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: SwarmPage;
    };
  };
  "/swarms/{id}": {
    /** A swarm and what its members have said. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: SwarmDetails;
    };
  };
  "/swarms/{id}/cancel": {
    /** Stop a swarm; what its members have said is kept. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: SwarmDetails;
    };
  };
  "/traces": {
    /** List the traces of your runs. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        agentId?: string;
        sessionId?: string;
        runId?: string;
        status?: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      };
      answer: TracePage;
    };
  };
  "/traces/{id}": {
    /** What happened inside a run, and how long it took. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Trace;
    };
  };
  "/approvals": {
    /** What agents ask leave for. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        status?: "pending" | "approved" | "denied" | "expired";
      };
      answer: ApprovalPage;
    };
  };
  "/approvals/{id}": {
    /** One request. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Approval;
    };
  };
  "/approvals/{id}/resolve": {
    /** Approve or deny, once. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      body: ResolveApproval;
      answer: Approval;
    };
  };
  "/tools": {
    /** Built-in tools, those of skills, your own, and those of MCP servers that answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: ToolPage;
    };
    /** Create a tool that calls an address over HTTP. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateTool;
      answer: ToolDetails;
    };
  };
  "/tools/{name}": {
    /** A tool by its name. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        name: string;
      };
      answer: ToolDetails;
    };
    /** Delete a tool of your own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        name: string;
      };
      answer: undefined;
    };
  };
  "/tools/{name}/invoke": {
    /** What goes wrong inside the tool is a result with `isError`, not an error of the request. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        name: string;
      };
      body: InvokeTool;
      answer: ToolInvocation;
    };
  };
  "/tools/mcp-servers": {
    /** List the MCP servers of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: McpServerPage;
    };
    /** It is asked for its tools at once. One that does not answer is stored with the reason. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateMcpServer;
      answer: McpServer;
    };
  };
  "/tools/mcp-servers/{id}": {
    /** An MCP server, and what the last look at it found. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: McpServer;
    };
    /** Change an MCP server and ask it for its tools again. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateMcpServer;
      answer: McpServer;
    };
    /** Remove an MCP server and its tools. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/skills": {
    /** List the skills an agent can have. Needs no credentials. */
    get: {
      answer: SkillList;
    };
  };
  "/skills/{id}": {
    /** A skill, its tools and what an agent is told. Needs no credentials. */
    get: {
      path: {
        id: string;
      };
      answer: SkillDetails;
    };
  };
  "/skills/cache/stats": {
    /** Each node has a cache of its own: the figures are those of the node that answers. Needs no credentials. */
    get: {
      answer: SkillCacheStatistics;
    };
  };
  "/skills/cache/clear": {
    /** Forget cached results, of one tool or of all, on every node. Needs no credentials. */
    post: {
      query?: {
        tool?: string;
      };
      answer: SkillCacheCleared;
    };
  };
  "/webhooks": {
    /** List the webhooks of the workspace, or for a member their own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: WebhookPage;
    };
    /** The answer is the only one that shows the secret. What an owner or admin makes is told what happens in the workspace, what a member makes what their own runs cause. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateWebhook;
      answer: CreatedWebhook;
    };
  };
  "/webhooks/{id}": {
    /** A webhook. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Webhook;
    };
    /** One that is not enabled gets no new events; what was queued before still goes out. Who enables a webhook of the workspace whose maker has left, or is no longer an owner or admin, becomes its maker. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateWebhook;
      answer: Webhook;
    };
    /** Delete a webhook; nothing more is sent to it, queued retries included. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/webhooks/{id}/secret/rotate": {
    /** Make a new secret; for a day the previous one signs too. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: RotatedSecret;
    };
  };
  "/webhooks/{id}/test": {
    /** Send webhook.test now, once, and say what came of it. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: WebhookTest;
    };
  };
  "/webhooks/{id}/deliveries": {
    /** What was and will be sent to a webhook. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: DeliveryPage;
    };
  };
  "/webhooks/test-mode": {
    /** Whether test mode is on: the workspace’s, or for a member their own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: WebhookTestMode;
    };
  };
  "/webhooks/test-mode/enable": {
    /** What is intercepted is final, retries that fall due included. A member’s test mode holds for their own webhooks. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      answer: WebhookTestMode;
    };
  };
  "/webhooks/test-mode/disable": {
    /** Send for real again. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      answer: WebhookTestMode;
    };
  };
  "/webhooks/test-mode/log": {
    /** What test mode intercepted. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: InterceptedDispatchPage;
    };
    /** Forget what test mode intercepted. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      answer: undefined;
    };
  };
  "/webhooks/dead-letters": {
    /** Deliveries that failed to the last try. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: DeadLetterPage;
    };
  };
  "/webhooks/dead-letters/replay": {
    /** Send dead letters again, or say how many that would be. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: ReplayRequest;
      answer: Replay;
    };
  };
  "/webhooks/deliveries/{id}/redeliver": {
    /** Send a delivery again, with the same id and a new round of retries. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: Delivery;
    };
  };
  "/webhook-inspector": {
    /** Every POST with what was sent and what came back, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        eventType?: "agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "webhook.test";
      };
      answer: DispatchRecordPage;
    };
  };
  "/webhook-inspector/{id}": {
    /** One POST with what was sent and what came back. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: DispatchRecord;
    };
  };
  "/changelog": {
    /** What changed in this API, newest first. Needs an access token. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: ApiChangePage;
    };
  };
  "/changelog/stream": {
    /** Changes of this API as server-sent events, from the beginning or from Last-Event-ID on. Needs an access token. */
    get: {
      events: ApiChange;
    };
  };
  "/heartbeat": {
    /** List the heartbeats of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: HeartbeatPage;
    };
    /** It first looks when its first interval is over, or its first cron moment comes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateHeartbeat;
      answer: Heartbeat;
    };
  };
  "/heartbeat/{id}": {
    /** A heartbeat. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Heartbeat;
    };
    /** Change a heartbeat, or switch it on or off. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    patch: {
      path: {
        id: string;
      };
      body: UpdateHeartbeat;
      answer: Heartbeat;
    };
    /** Delete a heartbeat with its history; an agent it has woken goes on. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/heartbeat/{id}/runs": {
    /** Kept for 30 days; those that found nothing for 7. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: HeartbeatRunPage;
    };
  };
  "/heartbeat/{id}/run": {
    /** The answer comes when it has looked; the agent, if it was woken, is at work then. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: HeartbeatRun;
    };
  };
  "/heartbeat/{id}/accept": {
    /** Only whom it acts as can. From then on it acts under that version; the newest is `newerVersion`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      body: AcceptVersion;
      answer: Heartbeat;
    };
  };
  "/cron": {
    /** List the cron schedules of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: CronSchedulePage;
    };
    /** Have an agent told something by the clock. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateCronSchedule;
      answer: CronSchedule;
    };
  };
  "/cron/{id}": {
    /** A cron schedule. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: CronSchedule;
    };
    /** Change a cron schedule, or switch it on or off. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    patch: {
      path: {
        id: string;
      };
      body: UpdateCronSchedule;
      answer: CronSchedule;
    };
    /** The same as PATCH. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateCronSchedule;
      answer: CronSchedule;
    };
    /** Delete a cron schedule with its history; an agent at work goes on. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/cron/{id}/runs": {
    /** Kept for 30 days. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: CronRunPage;
    };
  };
  "/cron/{id}/run": {
    /** Does not wait for the agent: `runId` is the job to watch. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: CronRun;
    };
  };
  "/cron/{id}/accept": {
    /** Only whom it acts as can. From then on it acts under that version; the newest is `newerVersion`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      body: AcceptVersion;
      answer: CronSchedule;
    };
  };
  "/inference/models": {
    /** The models and agents the workspace may use, as OpenAI lists them. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: ModelList;
    };
  };
  "/inference/models/{id}": {
    /** A model or agent, as OpenAI shows it. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Model;
    };
  };
  "/inference/chat/completions": {
    /** With `stream` the answer is server-sent events of `chat.completion.chunk`, then `[DONE]`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: ChatCompletionRequest;
      answer: ChatCompletion;
    };
  };
  "/inference/embeddings": {
    /** Texts as vectors, as OpenAI’s embeddings. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: EmbeddingRequest;
      answer: EmbeddingList;
    };
  };
  "/channels": {
    /** List the channels of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: ChannelPage;
    };
    /** The answer is the only one that shows the secret. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateChannel;
      answer: CreatedChannel;
    };
  };
  "/channels/{id}": {
    /** A channel. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: Channel;
    };
    /** Change a channel. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateChannel;
      answer: Channel;
    };
    /** Delete a channel with everyone who wrote through it, their sessions and their memory. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/channels/{id}/accept": {
    /** By whoever answers for the channel, or a manager. From then on that version answers. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      body: AcceptVersion;
      answer: Channel;
    };
  };
  "/channels/{id}/inbound": {
    /** Needs no token but a signature by the channel’s secret. The same message again, within ten minutes, gets the answer of the first. Needs a valid signature instead of a token. */
    post: {
      path: {
        id: string;
      };
      body: InboundMessage;
      answer: InboundAnswer | InboundAccepted;
    };
  };
  "/memory/search": {
    /** What is remembered of you, nearest in meaning first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** A question or words. */
        q?: string;
        /** The same as `q`. */
        query?: string;
        /** Only these: session, daily, profile, strategic. Repeated, or separated by commas. */
        tier?: Array<string>;
        /** At most 100; more is served as that. */
        limit?: number;
      };
      answer: MemorySearch;
    };
  };
  "/memory/entries": {
    /** The entries of one tier, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
        tier: "session" | "daily" | "profile" | "strategic";
      };
      answer: MemoryEntryPage;
    };
  };
  "/memory/entries/{id}": {
    /** An entry. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: MemoryEntry;
    };
    /** From then on it is your own word. A field of the profile is changed by `PUT /memory/profile`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: NewMemory;
      answer: MemoryEntry;
    };
    /** Forget an entry, of whichever tier. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/memory/export": {
    /** Everything that is remembered of you in this workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: MemoryExport;
    };
  };
  "/memory": {
    /** Vectors and indexes included. Conversations are not part of it: `DELETE /sessions/:id`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      answer: undefined;
    };
  };
  "/memory/profile": {
    /** What is known about you, field by field. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      answer: MemoryOfUser;
    };
    /** What is not named stays; `null` removes a field. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      body: UpdateProfile;
      answer: MemoryOfUser;
    };
  };
  "/memory/daily": {
    /** What was noted on the last days. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** Today included. At most 365; more is served as that. */
        days?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: MemoryDayPage;
    };
    /** Note something for today. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: NewMemory;
      answer: MemoryEntry;
    };
  };
  "/memory/daily/{date}": {
    /** What was noted on a day. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        /** A day, in UTC. */
        date: string;
      };
      query?: {
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: MemoryOneDay;
    };
  };
  "/memory/daily/{date}/{entryIndex}": {
    /** Forget one entry of a day; the others keep their indexes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        /** A day, in UTC. */
        date: string;
        /** Given once: it never shifts, and never names another entry. */
        entryIndex: number;
      };
      answer: undefined;
    };
  };
  "/memory/notes": {
    /** Your lasting notes, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: NotePage;
    };
    /** Note something for good. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: NewMemory;
      answer: MemoryEntry;
    };
  };
  "/memory/notes/{index}": {
    /** Delete a note; the others keep their indexes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        /** Given once: it never shifts, and never names another entry. */
        index: number;
      };
      answer: undefined;
    };
  };
  "/memory-profiles": {
    /** List the memory policies of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: MemoryProfilePage;
    };
    /** Make a memory policy that agents can be bound to. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body: CreateMemoryProfile;
      answer: MemoryProfile;
    };
  };
  "/memory-profiles/{id}": {
    /** A memory policy. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      path: {
        id: string;
      };
      answer: MemoryProfile;
    };
    /** Change a memory policy, from the next turn on. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    put: {
      path: {
        id: string;
      };
      body: UpdateMemoryProfile;
      answer: MemoryProfile;
    };
    /** While agents are, it is 409 with their `agentIds`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    delete: {
      path: {
        id: string;
      };
      answer: undefined;
    };
  };
  "/memory/propagate": {
    /** From the days into your profile or your notes; happens by itself every night. What came from outside is never promoted. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      body?: PropagationRequest;
      answer: PropagationReport;
    };
  };
  "/memory/propagations": {
    /** What was promoted, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    get: {
      query?: {
        /** At most 200; more is served as that. */
        limit?: number;
        /** From `nextCursor` of the page before. */
        cursor?: string;
      };
      answer: PropagationPage;
    };
  };
  "/memory/propagations/{id}/revert": {
    /** Everything is as it was before. 409 when it was reverted already, or when what was promoted has been changed since. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own. */
    post: {
      path: {
        id: string;
      };
      answer: Propagation;
    };
  };
};
