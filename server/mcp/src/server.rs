//! The methods of the protocol.

use std::borrow::Cow;
use std::sync::Arc;

use boolprog_host::files::{self, Roots};
use boolprog_lsp::json_rpc::{REFUSED, Refusal};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::questions::{NoQuestion, Question, tools};
use crate::roots::{Folders, written};
use crate::{Page, Programs};

/// The address of a page is this and its name.
const PAGES: &str = "boolprog://docs/";
/// Questions that may wait for their turn. More are refused.
const MOST_WAITING: usize = 32;

/// Advice for the agent.
const INSTRUCTIONS: &str = "boolprog proves assertions of programs with threads, or shows how they fail. Call `check` with the \
    path of a program (.c, .bp, .ip). If something is violated, `explain` tells the steps that matter, with lines; change the \
    program and check it again. If something is unknown, call what `next` names. \
    The resources are the documentation: boolprog://docs/c-programs for C, boolprog://docs/language for .bp.";

/// The server of one client.
pub(crate) struct Front {
    programs: Arc<dyn Programs>,
    folders: Arc<Folders>,
    /// One question has its turn.
    turn: Arc<Semaphore>,
    waiting: Semaphore,
    /// Cancelled when the client is gone.
    gone: CancellationToken,
}

impl Front {
    pub(crate) fn new(programs: Arc<dyn Programs>, folders: Arc<Folders>) -> Self {
        Self {
            programs,
            folders,
            turn: Arc::new(Semaphore::new(1)),
            waiting: Semaphore::new(MOST_WAITING),
            gone: CancellationToken::new(),
        }
    }

    pub(crate) fn gone(&self) -> CancellationToken {
        self.gone.clone()
    }

    /// Answers a question when its turn has come. Fails with a sentence for the agent.
    async fn answer(&self, mut question: Question, context: &RequestContext<RoleServer>) -> Result<Value, String> {
        let _waiting = self.waiting.try_acquire().map_err(|_| "Too many questions wait for an answer.".to_owned())?;
        let cancelled = || "The question was cancelled.".to_owned();
        let turn = tokio::select! {
            turn = Arc::clone(&self.turn).acquire_owned() => turn.map_err(|_| cancelled())?,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let roots = self.folders.now(&context.peer).await?;
        let asked = question.asked_mut();
        asked.file = found(&roots, &asked.file)?;
        // Only here: the question before may still read.
        files::confine(roots);
        let stop = self.gone.child_token();
        let _stop_when_dropped = stop.clone().drop_guard();
        let (programs, stopped) = (Arc::clone(&self.programs), stop.clone());
        let work = tokio::task::spawn_blocking(move || {
            // The turn lasts as long as the work, even if no one waits for it any more.
            let _turn = turn;
            programs.answer(&question, &stopped)
        });
        tokio::select! {
            answered = work => {
                answered.unwrap_or_else(|_| Err("Answering failed because of an error in boolprog. Please report it.".to_owned()))
            }
            () = context.ct.cancelled() => Err(cancelled()),
        }
    }

    fn page(&self, address: &str) -> Option<&'static Page> {
        let name = address.strip_prefix(PAGES)?;
        self.programs.pages().iter().find(|page| page.name == name)
    }
}

/// The path of a file that may be read. Fails with a sentence for the agent.
fn found(roots: &Roots, file: &str) -> Result<String, String> {
    let path = roots.file(&written(file));
    let path = path.ok_or_else(|| format!("The roots of the client have no file `{}`.", excerpt(file)))?;
    path.into_os_string().into_string().map_err(|_| "The path of this file is not UTF-8.".to_owned())
}

fn excerpt(text: &str) -> String {
    text.chars().take(200).collect()
}

impl ServerHandler for Front {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let name = Implementation::new("boolprog", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }

    /// Later versions have no roots that a server can ask for.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answer = match Question::read(&request.name, request.arguments.unwrap_or_default()) {
            Ok(question) => self.answer(question, &context).await,
            Err(NoQuestion::Arguments(why)) => Err(why),
            Err(NoQuestion::NoTool) => {
                return Err(ErrorData::invalid_params(format!("There is no tool `{}`.", excerpt(&request.name)), None));
            }
        };
        Ok(match answer {
            Ok(answer) => CallToolResult::structured(answer),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |page: &Page| {
            Resource::new(format!("{PAGES}{}", page.name), page.name)
                .with_title(page.title())
                .with_mime_type("text/markdown")
                .with_size(page.text.len() as u64)
        };
        Ok(ListResourcesResult::with_all_items(self.programs.pages().iter().map(resource).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let missing = || ErrorData::resource_not_found(format!("There is no page `{}`.", excerpt(&request.uri)), None);
        let page = self.page(&request.uri).ok_or_else(missing)?;
        let contents = ResourceContents::text(page.text, request.uri.clone()).with_mime_type("text/markdown");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    /// Refuses requests that are none, and those that no one knows.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let refusal = request.params.filter(|_| request.method == REFUSED);
        let refusal: Option<Refusal> = refusal.and_then(|refusal| serde_json::from_value(refusal).ok());
        Err(match refusal {
            Some(Refusal { code, message }) => ErrorData::new(ErrorCode(code as i32), message, None),
            None => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "Method not found", None),
        })
    }
}
