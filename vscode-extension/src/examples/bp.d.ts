// The bundler turns programs into texts.

declare module "*.bp" {
  const text: string;
  export default text;
}
