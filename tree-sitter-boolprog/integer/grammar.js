/**
 * @file Integer programs: processes with locations and guarded updates over integers and Booleans.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// Binding strength, loosest first.
const PREC = { conditional: 1, or: 2, and: 3, equality: 4, comparison: 5, sum: 6, product: 7, prefix: 8 };

// Words that are never names. `init`, `error`, `at` and `count` are names everywhere but where they mean something,
// because locations are often called so.
const RESERVED = [
  'const', 'decl', 'bool', 'int', 'process', 'loc', 'when', 'do', 'input', 'invariant', 'predicate', 'true', 'false',
];

/** One or more of `rule`, separated by commas. */
const list = (rule) => seq(rule, repeat(seq(',', rule)));

module.exports = grammar({
  name: 'boolprog_integer',

  word: ($) => $.identifier,

  reserved: { global: (_) => RESERVED },

  extras: ($) => [/\s/, $.comment],

  // Behind a `;` an update goes on, or something else begins: the token behind the next name tells.
  conflicts: ($) => [[$.update]],

  rules: {
    // A `;` is an item of its own everywhere. Where one is required but absent, the tree is the same as if it were
    // there, and the layer above reports it.
    source_file: ($) =>
      repeat(
        choice(
          ';',
          $.constant_declaration,
          $.declaration,
          $.process,
          $.initial_condition,
          $.error,
          $.invariant,
          $.predicate,
        ),
      ),

    constant_declaration: ($) => seq('const', field('name', $.identifier), '=', field('value', $._expression)),

    declaration: ($) => seq('decl', list($.declared_variable)),

    declared_variable: ($) =>
      seq(
        field('name', $.identifier),
        ':',
        field('type', choice($.bool_type, $.int_type, $.range)),
        optional(seq('=', field('initial', choice($.any, $._expression)))),
      ),

    bool_type: (_) => 'bool',

    int_type: (_) => 'int',

    range: ($) => seq(field('low', $._expression), '..', field('high', $._expression)),

    initial_condition: ($) => seq('init', field('condition', $._expression)),

    error: ($) => seq('error', field('name', $.identifier), ':', field('condition', $._expression)),

    invariant: ($) => seq('invariant', field('name', $.identifier), ':', field('condition', $._expression)),

    predicate: ($) =>
      seq('predicate', field('condition', $._expression), optional(seq('at', field('place', $.at_expression)))),

    process: ($) =>
      seq(
        'process',
        field('name', $.identifier),
        optional(seq('[', field('instances', choice($.any, $._expression)), ']')),
        '{',
        repeat(choice(';', $.declaration, $.location_declaration, $.edge)),
        '}',
      ),

    location_declaration: ($) => seq('loc', list(field('name', $.identifier))),

    edge: ($) =>
      seq(
        field('source', $.identifier),
        '->',
        field('target', $.identifier),
        optional(seq('when', field('guard', $._expression))),
        optional(seq('do', field('update', $.update))),
      ),

    // `,` is simultaneous, `;` one after the other within the same step.
    update: ($) => seq($.parallel_assignment, repeat(seq(';', $.parallel_assignment))),

    parallel_assignment: ($) => list($.assignment),

    assignment: ($) =>
      seq(field('target', $.identifier), ':=', field('value', choice($._expression, $.input, $.any))),

    input: ($) => seq('input', optional(seq('(', $.range, ')'))),

    any: (_) => '*',

    _expression: ($) =>
      choice(
        $.number,
        $.boolean,
        $.variable,
        $.member_expression,
        $.at_expression,
        $.count_expression,
        $.parenthesized_expression,
        $.unary_expression,
        $.binary_expression,
        $.conditional_expression,
      ),

    boolean: (_) => choice('true', 'false'),

    variable: ($) => $.identifier,

    instance: ($) => seq(field('process', $.identifier), optional(seq('[', field('index', $._expression), ']'))),

    member_expression: ($) => seq(field('instance', $.instance), '.', field('variable', $.identifier)),

    at_expression: ($) => seq(field('instance', $.instance), '@', field('location', $.identifier)),

    // `count` is the only function; another name gets a message of its own.
    count_expression: ($) =>
      seq(
        field('function', $.identifier),
        '(',
        field('process', $.identifier),
        '@',
        field('location', $.identifier),
        ')',
      ),

    parenthesized_expression: ($) => seq('(', $._expression, ')'),

    unary_expression: ($) =>
      prec(PREC.prefix, seq(field('operator', choice('!', '-')), field('operand', $._expression))),

    binary_expression: ($) => {
      const infix = (strength, operators) =>
        prec.left(
          strength,
          seq(field('left', $._expression), field('operator', operators), field('right', $._expression)),
        );
      return choice(
        infix(PREC.or, '||'),
        infix(PREC.and, '&&'),
        infix(PREC.equality, choice('==', '!=')),
        infix(PREC.comparison, choice('<', '<=', '>', '>=')),
        infix(PREC.sum, choice('+', '-')),
        infix(PREC.product, choice('*', '/', '%')),
      );
    },

    conditional_expression: ($) =>
      prec.right(
        PREC.conditional,
        seq(
          field('condition', $._expression),
          '?',
          field('consequence', $._expression),
          ':',
          field('alternative', $._expression),
        ),
      ),

    number: (_) => /[0-9]+/,

    identifier: (_) => /[A-Za-z_$][A-Za-z0-9_$#]*/,

    // A block comment that is never closed reaches to the end of the text and is reported by the layer above.
    comment: (_) => token(choice(/\/\/[^\r\n]*/, /\/\*([^*]|\*+[^*\/])*(\*+\/|\**)/)),
  },
});
