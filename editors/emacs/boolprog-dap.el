;;; boolprog-dap.el --- Replays of Boolean programs -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3") (dap-mode "0.7"))

;;; Commentary:

;; Replays counterexamples through dap-mode, forwards and backwards.  Put this file on the `load-path', `boolprog' on the
;; PATH, and into the init file:
;;
;;   (require 'boolprog-dap)
;;
;; M-x boolprog-replay checks the program of the buffer and replays its first counterexample, or replays the trace of the
;; buffer.  The commands of dap-mode go forward; boolprog-step-back and boolprog-reverse-continue go back, for which
;; dap-mode has none.  It shows what breakpoints print, and the verdict, after
;;
;;   (add-to-list 'dap-output-buffer-filter "console")

;;; Code:

(require 'dap-mode)
;; dap-mode takes it for granted where a session has breakpoints.
(require 'dap-ui)

(defgroup boolprog-dap nil
  "Replays of Boolean programs."
  :group 'dap-mode)

(defcustom boolprog-dap-command '("boolprog" "dap")
  "What starts the debug adapter."
  :type '(repeat string))

(defun boolprog-dap--complete (configuration)
  "Add to CONFIGURATION, a plist, what it lacks."
  (dap--put-if-absent configuration :dap-server-path boolprog-dap-command)
  (dap--put-if-absent configuration :request "launch")
  (dap--put-if-absent configuration :name "Replay")
  (unless (or (plist-get configuration :program) (plist-get configuration :trace))
    (plist-put configuration :program (buffer-file-name)))
  configuration)

(dap-register-debug-provider "boolprog" #'boolprog-dap--complete)
(dap-register-debug-template "boolprog: Replay" '(:type "boolprog" :request "launch"))

;;;###autoload
(defun boolprog-replay (file &optional property)
  "Replay a counterexample to the program FILE.
A FILE whose name ends in `.trace.json' is one itself.  With a prefix argument,
ask for the PROPERTY that it is one to."
  (interactive
   (list (or (buffer-file-name) (user-error "This buffer visits no file"))
         (and current-prefix-arg (read-string "Property, such as assert-1: "))))
  ;; What is on disk is checked.
  (save-some-buffers nil (lambda () (equal (buffer-file-name) file)))
  (let ((what (if (string-suffix-p ".trace.json" file) :trace :program)))
    (dap-debug (list :type "boolprog" :name (concat "Replay " (file-name-nondirectory file))
                     what (expand-file-name file) :property property))))

(defun boolprog-step-back ()
  "Go in front of the last step, whoever took it: the inverse of `dap-next'."
  (interactive)
  (dap--step "stepBack" (dap--cur-active-session-or-die)))

(defun boolprog-reverse-continue ()
  "Go back to the last breakpoint, else in front of the first step."
  (interactive)
  (dap--step "reverseContinue" (dap--cur-active-session-or-die)))

(provide 'boolprog-dap)
;;; boolprog-dap.el ends here
