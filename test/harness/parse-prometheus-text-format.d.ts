declare module 'parse-prometheus-text-format' {
  type Sample = { value?: string; labels?: Record<string, string> };
  type Metric = { name: string; help: string; type: string; metrics: Sample[] };
  export default function parsePrometheus(text: string): Metric[];
}
