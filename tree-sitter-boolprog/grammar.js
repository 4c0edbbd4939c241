/**
 * @file Concurrent Boolean programs: the common superset of what SLAM, SATABS, Boppo, BOOM, BoPP and Getafix write.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// Binding strength, loosest first.
const PREC = { ternary: 1, iff: 2, implies: 3, or: 4, xor: 5, and: 6, equal: 7, not: 8 };

// Words that are never names. `_` is not among them: as an operand or in a declaration it is parsed as a name, so
// that the message about it can say more than "unexpected".
const RESERVED = [
  'decl', 'thread_local', 'dfs', 'void', 'bool', 'begin', 'end', 'enforce', 'abortif', 'skip', 'goto', 'return',
  'constrain', 'assume', 'assert', 'print', 'dead', 'sync', 'if', 'then', 'elsif', 'elif', 'else', 'fi', 'while', 'do',
  'od', 'start_thread', 'end_thread', 'atomic_begin', 'atomic_end', 'wait', 'signal', 'broadcast', 'schoose', 'T', 'F',
  'true', 'false',
];

/** One or more of `rule`, separated by commas. */
const list = (rule) => seq(rule, repeat(seq(',', rule)));

/** Whatever stands in parentheses, separated by commas. */
const parenthesized_list = (rule) => seq('(', optional(list(rule)), ')');

module.exports = grammar({
  name: 'boolprog',

  word: ($) => $.identifier,

  reserved: { global: (_) => RESERVED },

  extras: ($) => [/\s/, $.comment],

  inline: ($) => [$._label_name, $._item],

  // After a `return` without `;` a name may begin its values or the next statement.
  conflicts: ($) => [[$.return_statement]],

  rules: {
    // A `;` is an item of its own everywhere. Where one is required but absent, the tree is the same as if it were
    // there, and the layer above reports it; so the most frequent mistake never disturbs the parse. In the same way
    // declarations are accepted in every place.
    source_file: ($) => repeat(choice(';', $.declaration, $.procedure)),

    declaration: ($) => seq('decl', optional('thread_local'), list($.declared_variable)),

    declared_variable: ($) =>
      seq(field('name', $.identifier), optional(seq(':=', field('initial', choice(alias('*', $.any), $.constant))))),

    procedure: ($) => seq(field('header', $.procedure_header), 'begin', field('body', optional($.block)), 'end'),

    procedure_header: ($) =>
      seq(
        optional('dfs'),
        field('result', optional($.result_type)),
        field('name', $.identifier),
        field('parameters', $.parameters),
      ),

    result_type: ($) => choice('void', seq('bool', optional(seq('<', $.number, '>')))),

    parameters: ($) => parenthesized_list($.identifier),

    // A `;` takes the item behind it along, so that the parser need not finish one item to begin the next: only so are
    // items that begin with a name taken over from the earlier tree after an edit.
    block: ($) => repeat1(choice($._item, $._separated_item)),

    _separated_item: ($) => prec.right(seq(';', optional($._item))),

    _item: ($) => choice($.declaration, $.enforce_clause, $.abortif_clause, $.statement),

    enforce_clause: ($) => seq('enforce', field('condition', $._expression)),

    abortif_clause: ($) => seq('abortif', field('condition', $._expression)),

    // Labels belong to the statement that follows if there is one.
    statement: ($) => prec.right(choice(seq(repeat1($.label), optional($._action)), $._action)),

    label: ($) => seq(field('name', $._label_name), ':'),

    _label_name: ($) => choice($.identifier, $.number),

    _action: ($) =>
      choice(
        $.skip_statement,
        $.goto_statement,
        $.return_statement,
        $.assignment,
        $.call,
        $.assume_statement,
        $.assert_statement,
        $.constrain_statement,
        $.print_statement,
        $.dead_statement,
        $.sync_statement,
        $.if_statement,
        $.while_statement,
        $.start_thread_statement,
        $.end_thread_statement,
        $.atomic_begin_statement,
        $.atomic_end_statement,
        $.wait_statement,
        $.signal_statement,
        $.broadcast_statement,
      ),

    skip_statement: (_) => 'skip',

    goto_statement: ($) => seq('goto', list(field('label', $._label_name))),

    return_statement: ($) => seq('return', optional(prec.dynamic(1, list(field('value', $._expression))))),

    // `constrain` after the values belongs to the assignment, also when a `;` was forgotten before a statement of
    // that name.
    assignment: ($) =>
      prec.right(
        seq(
          list(field('target', choice($.variable, $.discard))),
          ':=',
          list(field('value', $._expression)),
          optional(seq('constrain', field('constrain', $._expression))),
        ),
      ),

    discard: (_) => '_',

    call: ($) => seq(field('procedure', $.identifier), field('arguments', $.arguments)),

    arguments: ($) => parenthesized_list($._expression),

    assume_statement: ($) => seq('assume', field('condition', $._expression)),

    assert_statement: ($) => seq('assert', field('condition', $._expression)),

    constrain_statement: ($) => seq('constrain', '(', field('condition', $._expression), ')'),

    print_statement: ($) => seq('print', field('arguments', $.arguments)),

    dead_statement: ($) => seq('dead', list(field('variable', $.identifier))),

    sync_statement: ($) => seq('sync', field('variable', $.identifier)),

    if_statement: ($) =>
      seq(
        'if',
        field('condition', $._expression),
        'then',
        field('body', optional($.block)),
        repeat($.elsif_clause),
        optional($.else_clause),
        'fi',
      ),

    elsif_clause: ($) =>
      seq(choice('elsif', 'elif'), field('condition', $._expression), 'then', field('body', optional($.block))),

    else_clause: ($) => seq('else', field('body', optional($.block))),

    while_statement: ($) =>
      seq('while', field('condition', $._expression), 'do', field('body', optional($.block)), 'od'),

    start_thread_statement: ($) =>
      seq(
        'start_thread',
        choice(seq('goto', field('label', $._label_name)), field('procedure', $.identifier), field('call', $.call)),
      ),

    end_thread_statement: (_) => 'end_thread',

    atomic_begin_statement: (_) => 'atomic_begin',

    atomic_end_statement: (_) => 'atomic_end',

    wait_statement: (_) => 'wait',

    signal_statement: (_) => 'signal',

    broadcast_statement: (_) => 'broadcast',

    _expression: ($) =>
      choice(
        $.constant,
        $.any,
        $.variable,
        $.call,
        $.parenthesized_expression,
        $.not_expression,
        $.binary_expression,
        $.ternary_expression,
        $.schoose_expression,
      ),

    // Only 0 and 1 mean something; other numbers get a message of their own.
    constant: ($) => choice('T', 'F', 'true', 'false', $.number),

    any: (_) => choice('*', '?'),

    variable: ($) => seq(optional("'"), field('name', $.identifier)),

    parenthesized_expression: ($) => seq('(', $._expression, ')'),

    not_expression: ($) => prec(PREC.not, seq(choice('!', '~'), field('operand', $._expression))),

    binary_expression: ($) => {
      const infix = (associativity, strength, operators) =>
        associativity(
          strength,
          seq(field('left', $._expression), field('operator', operators), field('right', $._expression)),
        );
      return choice(
        infix(prec.left, PREC.equal, choice('=', '!=')),
        infix(prec.left, PREC.and, choice('&', '&&')),
        infix(prec.left, PREC.xor, '^'),
        infix(prec.left, PREC.or, choice('|', '||')),
        infix(prec.right, PREC.implies, choice('=>', '->')),
        infix(prec.left, PREC.iff, '<->'),
      );
    },

    ternary_expression: ($) =>
      prec.right(
        PREC.ternary,
        seq(
          field('condition', $._expression),
          '?',
          field('consequence', $._expression),
          ':',
          field('alternative', $._expression),
        ),
      ),

    schoose_expression: ($) =>
      seq('schoose', '[', field('true_if', $._expression), ',', field('false_if', $._expression), ']'),

    number: (_) => /[0-9]+/,

    // A name in braces is taken as written. The `$` of a passive copy is part of either spelling.
    identifier: (_) => token(choice(/[A-Za-z_$][A-Za-z0-9_$#]*/, /\{[^}\r\n]*\}\$?/)),

    // A block comment that is never closed reaches to the end of the text and is reported by the layer above.
    comment: (_) => token(choice(/\/\/[^\r\n]*/, /\/\*([^*]|\*+[^*\/])*(\*+\/|\**)/)),
  },
});
